/** What phones write around the message, in English, Spanish, French, Italian, Portuguese, German, Dutch and Swedish, by reaction. */
export const deeds: Record<string, string[]> = {
	love: [
		...['Loved', 'Le encantó', 'Le ha encantado', 'A adoré', 'Ha adorato', 'Amou', 'Adorou'],
		...['Liebt', 'Hat geliebt', 'Vond geweldig', 'Älskade'],
	],
	like: [
		...['Liked', 'Le gustó', 'Le ha gustado', 'A aimé', 'Ha apprezzato', 'Gostou de', 'Curtiu'],
		...['Gefällt', 'Vond leuk', 'Gillade'],
	],
	dislike: [
		...['Disliked', 'No le gustó', 'No le ha gustado', 'N’a pas aimé', 'Non ha apprezzato'],
		...['Não gostou de', 'Gefällt nicht', 'Vond niet leuk', 'Ogillade'],
	],
	laugh: [
		...['Laughed at', 'Le dio risa', 'Le ha dado risa', 'Se rió de', 'A ri de', 'A ri à', 'Ha riso per'],
		...['Ha riso di', 'Riu de', 'Lacht über', 'Hat über gelacht', 'Lachte om', 'Skrattade åt'],
	],
	emphasize: [
		...['Emphasized', 'Emphasised', 'Exclamó por', 'Enfatizó', 'Destacó', 'A mis en évidence'],
		...['A mis l’accent sur', 'Ha enfatizzato', 'Ha evidenziato', 'Enfatizou', 'Deu ênfase a'],
		...['Betont', 'Hat betont', 'Hebt hervor', 'Benadrukte', 'Betonade'],
	],
	question: [
		...['Questioned', 'Dudó sobre', 'Cuestionó', 'A questionné', 'S’est interrogé sur', 'Questionou'],
		...['Hinterfragt', 'Stellt in Frage', 'Zette vraagtekens bij', 'Ifrågasatte'],
	],
	sticker: ['Reacted with a sticker to'],
};

/** What they write with an emoji in place of the dots. */
export const deedsWithEmoji = [
	...[
		'… to',
		'Reacted … to',
		'Reaccionó con … a',
		'Ha reaccionado con … a',
		'A réagi avec … à',
		'a réagi avec … à',
	],
	...['Ha reagito con … a', 'Reagiu com … a', 'Reagierte mit … auf', 'Hat mit … reagiert auf'],
	...['Hat mit … auf reagiert', 'Reageerde met … op', 'Reagerade med … på'],
];

/** How they begin when a reaction is taken back, and in other languages than English one of the words for a reaction. */
export const removals = {
	english: 'Removed',
	others: [
		...['Eliminó', 'Quitó', 'Ha eliminado', 'Ha quitado', 'A supprimé', 'A retiré', 'Ha rimosso', 'Removeu'],
		...['Retirou', 'Entfernte', 'Hat', 'Verwijderde', 'Tog bort'],
	],
	reactions: [
		...['corazón', 'me gusta', 'risa', 'exclamación', 'interrogación', 'cœur', "j'aime", 'aime pas', 'rire'],
		...['exclamation', 'interrogation', 'cuore', 'mi piace', 'risata', 'esclamativo', 'interrogativo'],
		...['coração', 'gostei', 'curtida', 'risada', 'exclamação', 'interrogação', 'Herz', 'Gefällt mir'],
		...['Lachen', 'Ausrufezeichen', 'Fragezeichen', 'hart', 'duim', 'uitroepteken', 'vraagteken', 'hjärta'],
	],
};

/** What stands for a message without words: an article and one of these. */
export const articles = [
	'a',
	'an',
	'un',
	'una',
	'une',
	'um',
	'uma',
	'ein',
	'eine',
	'einen',
	'een',
	'en',
	'ett',
];
export const files = [
	...['image', 'photo', 'movie', 'video', 'audio message', 'attachment', 'imagen', 'foto', 'película'],
	...['vídeo', 'mensaje de audio', 'archivo adjunto', 'vidéo', 'message audio', 'pièce jointe', 'immagine'],
	...['filmato', 'messaggio audio', 'allegato', 'imagem', 'mensagem de áudio', 'anexo', 'Bild', 'Film'],
	...['Audionachricht', 'Anhang', 'afbeelding', 'audiobericht', 'bijlage', 'bilaga'],
];
