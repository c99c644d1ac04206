/** The unit of the rate of sends. */
export const sendRateName = 'messages a second for each sending number';
