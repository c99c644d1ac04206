import { attachmentUrls } from '../../nodes/shared/input/addresses';

test.each([
	['http://example.com/a.jpg', /not an HTTPS address/],
	['https://example.com/a', /no file extension/],
	...[
		'v=1.2',
		'name=b.jpg&size=2',
		'name=b.',
		'name=.jpg&',
		'by=ada@example.com',
		'name=a.jpg/',
		'.=jpg',
	].map((query): [string, RegExp] => [`https://example.com/a?${query}`, /no file extension/]),
	['https://example.com/a.jpg\n', /space or line break/],
	['https://example.com/https://example.com/a.jpg', /a second address in it/],
	['https://example.com/a.jpghttps://example.com/b.jpg', /a second address in it/],
	['https://exa%mple.com/a.jpg', /not an HTTPS address/],
])('the attachment %j is refused (sections 4.3 and 8)', (url, fault) => {
	expect(() => attachmentUrls('Attachments', [url])).toThrow(fault);
	expect(() => attachmentUrls('Attachments', ['https://example.com/fine.png', url])).toThrow(
		/^Attachment 2 /,
	);
});

test.each([
	'https://example.com/a.jpg?size=2',
	'https://n8n.example.com/rest/binary-data/signed?token=a.b.c&file=/menu-card.txt',
	'https://example.com/a?name=b.jpg',
	'https://example.com/?b.mp3',
	'https://example.com/a?file=x%2Fm%C3%A9nu%20(1).7z#top',
])('the attachment %j is taken: its extension stands at the end of the path, or of the whole', (url) => {
	expect(attachmentUrls('Attachments', [url])).toEqual([url]);
});
