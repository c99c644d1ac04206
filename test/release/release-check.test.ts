import type { ProjectNames } from '../../scripts/project-links';
import { releaseFaults, type Release } from '../../scripts/release-faults';

const page = 'https://git.host.net/people/n8n-nodes-phone-service';
const names: ProjectNames = {
	name: 'n8n-nodes-phone-service',
	version: '1.2.3',
	homepage: `${page}#readme`,
	repository: { url: `git+${page}.git` },
	bugs: { url: `${page}/issues` },
	author: { name: 'The people', email: 'people@host.net' },
};
const ready: Release = {
	names,
	changelog: '# Changelog\n\n## 1.2.3\n\n### Patch Changes\n\n- A change.\n\n## 1.2.2\n',
	pendingChanges: [],
	operationsSince: { sendImessage: '0.1.0', checkImessageAvailability: '1.2.3' },
	tag: 'v1.2.3',
	repository: page,
};

test('a release whose names are real and whose versions agree may be published', () => {
	expect(releaseFaults(ready)).toEqual([]);
});

test.each<[string, Partial<ProjectNames>, RegExp]>([
	['homepage', { homepage: 'https://repository.example/it#readme' }, /^homepage.*repository\.example/],
	['homepage without an address', { homepage: 'none' }, /^homepage/],
	['issues', { bugs: { url: 'https://example.com/issues' } }, /^bugs\.url.*example\.com/],
	['author', { author: { name: 'PLACEHOLDER', email: 'people@host.net' } }, /^author\.name/],
	['author without a name', { author: { name: ' ', email: 'people@host.net' } }, /^author\.name/],
	['email address', { author: { name: 'The people', email: 'a@b.invalid' } }, /^author\.email.*b\.invalid/],
])('a placeholder is refused: %s', (_, changed, fault) => {
	expect(releaseFaults({ ...ready, names: { ...names, ...changed } })).toEqual([
		expect.stringMatching(fault),
	]);
});

test('a repository that is a placeholder is refused, also by the repository that publishes', () => {
	const repository = { url: 'git+https://repository.example/it.git' };
	expect(releaseFaults({ ...ready, names: { ...names, repository } })).toEqual([
		expect.stringMatching(/^repository\.url.*placeholder/),
		expect.stringMatching(/names https:\/\/repository\.example\/it, but .* publishes/),
	]);
});

test('a repository that another one publishes is refused', () => {
	const repository = 'https://git.host.net/others/n8n-nodes-phone-service';
	expect(releaseFaults({ ...ready, repository })).toEqual([expect.stringMatching(/others.* publishes/)]);
});

test.each<[string, Partial<Release>, RegExp]>([
	['the tag', { tag: 'v1.2.4' }, /tag is v1\.2\.4/],
	['CHANGELOG.md', { changelog: '# Changelog\n\n## 1.2.2\n' }, /no section 1\.2\.3/],
	['an operation of a later version', { operationsSince: { sendFax: '1.10.0' } }, /sendFax says.* 1\.10\.0/],
	['a pending change', { pendingChanges: ['.changeset/new.md'] }, /new\.md is in no version/],
])('what does not agree with the version is refused: %s', (_, changed, fault) => {
	expect(releaseFaults({ ...ready, ...changed })).toEqual([expect.stringMatching(fault)]);
});
