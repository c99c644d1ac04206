import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../scripts/project-root';
import { publishedReadme } from '../../scripts/published-readme';
import { anchorsIn, targetsIn, textOf } from './pages';

const page = 'https://git.host.net/people/package';
const published = publishedReadme(textOf('README.md'), page, 'v1.2.3');

test('pictures become files, links pages, both of the tag; other addresses and places on the page stay', () => {
	const text = [
		'<picture><source srcset="docs/dark.png"><img alt="x" src="./docs/light.png"></picture>',
		'![Two\nlines](docs/light.png) [page](docs/a.md#b) [place](#here) [other](https://n8n.io)',
	].join('\n');
	expect(publishedReadme(text, page, 'v1.2.3')).toBe(
		[
			`<picture><source srcset="${page}/raw/v1.2.3/docs/dark.png"><img alt="x" src="${page}/raw/v1.2.3/docs/light.png"></picture>`,
			`![Two\nlines](${page}/raw/v1.2.3/docs/light.png) [page](${page}/blob/v1.2.3/docs/a.md#b) [place](#here) [other](https://n8n.io)`,
		].join('\n'),
	);
});

test('the README on npm points to nothing but whole addresses and places of its own', () => {
	const targets = targetsIn(published);
	expect(targets.filter((target) => !target.startsWith('https://') && !target.startsWith('#'))).toEqual([]);
	const places = targets.filter((target) => target.startsWith('#')).map((place) => place.slice(1));
	expect(places.filter((place) => !anchorsIn(published).includes(place))).toEqual([]);
});

test('its pictures are files of this project at the tag, in light and dark', () => {
	const pictures = targetsIn(published).filter((target) => target.endsWith('.png'));
	expect(pictures.length).toBeGreaterThanOrEqual(4);
	for (const picture of pictures) {
		const [, path = ''] = picture.split(`${page}/raw/v1.2.3/`);
		expect(existsSync(join(root, path)) ? path : `${picture}: no such picture`).toBe(path);
	}
});
