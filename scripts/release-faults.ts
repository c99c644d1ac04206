import { repositoryPage, type ProjectNames } from './project-links';

/** What a release is made of. */
export interface Release {
	names: ProjectNames;
	changelog: string;
	/** The files of .changeset that no version has taken up yet. */
	pendingChanges: string[];
	/** The version that each operation says it came with (`x-since`), by its id. */
	operationsSince: Record<string, string>;
	/** The tag of the release. */
	tag: string;
	/** The address, in a browser, of the repository that publishes. */
	repository: string;
}

/** Names that nobody can own (RFC 2606 and 6761), and so never those of a real project. */
const reservedHost = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;

/** Why this must not be published; nothing when it may. */
export function releaseFaults(release: Release): string[] {
	const { names, changelog, pendingChanges, operationsSince, tag, repository } = release;
	const { version } = names;
	const page = repositoryPage(names);
	return [
		...placeholders(names),
		...(page === repository ? [] : [`package.json names ${page}, but ${repository} publishes`]),
		...(tag.replace(/^v/, '') === version
			? []
			: [`the tag is ${tag}, the version in package.json ${version}`]),
		...(changelog.split('\n').includes(`## ${version}`) ? [] : [`CHANGELOG.md has no section ${version}`]),
		...Object.entries(operationsSince)
			.filter(([, since]) => since.localeCompare(version, 'en', { numeric: true }) > 0)
			.map(([id, since]) => `${id} says that it came with ${since}, which is later than ${version}`),
		...pendingChanges.map((file) => `${file} is in no version yet: npm run release:version`),
	];
}

/** What in package.json stands for something that is yet to be filled in. */
function placeholders({ homepage, repository, bugs, author }: ProjectNames): string[] {
	const addresses = { homepage, 'repository.url': repository.url, 'bugs.url': bugs.url };
	const hosts = {
		...Object.fromEntries(Object.entries(addresses).map(([field, address]) => [field, hostOf(address)])),
		'author.email': author.email.split('@').pop() ?? '',
	};
	const reserved = Object.entries(hosts).filter(([, host]) => host === '' || reservedHost.test(host));
	const unnamed = author.name.trim() === '' || /placeholder/i.test(author.name);
	return [
		...reserved.map(([field, host]) => `${field} in package.json is a placeholder (${host})`),
		...(unnamed ? ['author.name in package.json is a placeholder'] : []),
	];
}

function hostOf(address: string): string {
	const plain = address.replace(/^git\+/, '');
	return URL.canParse(plain) ? new URL(plain).hostname : '';
}
