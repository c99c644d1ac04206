/** Something that a person has to add before everything can be generated; its message says what, and where. */
export class MissingPart extends Error {}
