/** The pages that people read: what they point to is there, and the texts, rates and versions in them are those of the nodes. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import MarkdownIt from 'markdown-it';

import { readingError } from '../../nodes/CallForwarding/forwarding-readings';
import { sendImessage } from '../../nodes/Messaging/messaging.operations';
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { limits } from '../../nodes/shared/rate/rate-queues';
import { explain, explanationOf } from '../../nodes/shared/explain/explain';
import type { ExplainedKind } from '../../nodes/shared/explain/explanations';
import type { Failed } from '../../nodes/shared/service/outcome';
import { evidence } from '../../scripts/evidence';
import { root, textOf } from '../../scripts/project-root';
import { useSimulator } from '../support/simulated';
import { pollContext } from '../support/trigger-host';

useSimulator();

const pages = globSync(['*.md', '{docs,examples,simulator,.github}/*.md'], { cwd: root }).sort();

/** A page as a browser shows it. */
function htmlOf(page: string): string {
	return new MarkdownIt({ html: true }).render(textOf(page));
}

/** The words in HTML, without marks and links, each run of blanks as one. */
function wordsOf(html: string): string {
	const entities: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&' };
	const text = html.replace(/<[^>]+>/g, ' ').replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '');
	return text.replace(/\s+/g, ' ');
}

/** The address of a heading on its page. */
function headingAddress(heading: string): string {
	const anchor = heading
		.toLowerCase()
		.replaceAll(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
	return `#${anchor}`;
}

/** The names under which GitHub lets one point to the headings of a page. */
function anchorsIn(page: string): string[] {
	return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => headingAddress(heading));
}

/** What a page points to inside the project, each as file and place in it. */
function inside(page: string): Array<[file: string, anchor: string]> {
	const targets = [...htmlOf(page).matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)].map(
		([, target = '']) => target,
	);
	return targets
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target): [string, string] => {
			const [path = '', anchor = ''] = target.split('#');
			return [path === '' ? page : normalize(join(dirname(page), decodeURI(path))), anchor];
		});
}

test.each(pages)('%s: what it points to in this project is there, pictures too', (page) => {
	const missing = inside(page).filter(
		([file, anchor]) =>
			!existsSync(join(root, file)) || (anchor !== '' && !anchorsIn(file).includes(`#${anchor}`)),
	);
	expect(missing).toEqual([]);
});

test('every page of docs/ can be reached from the first one', () => {
	const reached = new Set<string>();
	const visit = (page: string) => {
		if (reached.has(page) || !page.endsWith('.md')) return;
		reached.add(page);
		inside(page).forEach(([file]) => visit(file));
	};
	visit('README.md');
	expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

test.each(pages.filter((page) => !/public-material|interface|simulator|CHANGELOG/.test(page)))(
	'%s says once at most what is from public material, and means a phone number by E.164 once at most',
	(page) => {
		// Messages of errors are bold.
		const withoutMessages = wordsOf(htmlOf(page).replace(/<strong>.*?<\/strong>/gs, ''));
		for (const words of [/public material/gi, /E\.164/g]) {
			const found = withoutMessages.match(words) ?? [];
			expect(found.slice(1)).toEqual([]);
		}
	},
);

const tests = globSync('{test,e2e}/**/*.ts', { cwd: root }).map(textOf).join('\n');

describe('the page of evidence', () => {
	const named = [...textOf('docs/evidence.md').matchAll(/`"(.+?)"`/g)].map(([, name = '']) => name);

	test.each(named)('names a test that there is: %s', (name) => {
		expect(tests).toContain(name);
	});
});

test('the README names the releases of n8n that were tested', () => {
	const words = wordsOf(htmlOf('README.md'));
	const tested = [...evidence().matchAll(/^\| (\d+\.\d+\.\d+) /gm)].map(([, release]) => String(release));
	expect(tested.length).toBeGreaterThan(1);
	expect(words).toContain(`Tested with ${new Intl.ListFormat('en-GB').format(tested)}`);
});

test('the page of delivery has the rates of the interface, and the bound of a run', () => {
	const { requests: messages, burst } = serviceOperations.sendImessage.rate;
	const { requests: lookups, seconds } = serviceOperations.lookUpNumber.rate;
	const words = textOf('docs/delivery.md').replace(/\s+/g, ' ');
	const minutes = Math.floor((100 / lookups - 1) * (seconds / 60) + 1);
	expect(words).toContain(`Lookups: ${lookups} in any ${seconds} seconds, so 100 take ${minutes} minutes.`);
	expect(words).toContain(`Messages: ${messages} a second for each number, after a burst of ${burst} `);
	expect(words).toContain(`at most ${limits.requestsAtOnce} requests under way`);
});

test('the page of questions says how long a list takes, by the rate of a number and by the advice of 100 a day', () => {
	const { requests, burst } = serviceOperations.sendImessage.rate;
	const sending = (messages: number, numbers: number) => {
		const seconds = (messages / numbers - burst) / requests;
		return seconds < 60 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
	};
	const introducing = (messages: number, numbers: number) => {
		const days = Math.ceil(messages / numbers / 100);
		return days === 1 ? '1 day' : `${days} days`;
	};
	const told = textOf('docs/questions.md')
		.split('\n')
		.filter((line) => /^ *\| +[\d,]+ \|/.test(line))
		.map((line) => line.split('|').map((cell) => cell.trim()));
	expect(told.map((cells) => cells.slice(1, -1))).toEqual(
		[100, 1_000, 5_000].map((messages) => [
			messages.toLocaleString('en'),
			...[sending, introducing].flatMap((time) => [1, 5].map((numbers) => time(messages, numbers))),
		]),
	);
});

describe('the page about errors has every message that a failed request can lead to', () => {
	const page = wordsOf(htmlOf('docs/when-something-fails.md'));

	/** The ways in which a failure of each kind can be worded. */
	const variants: Record<ExplainedKind, Array<Partial<Failed>>> = {
		refused: [{ status: 400 }, { status: 401 }, { status: 403 }, { status: 404 }, { status: 418 }],
		tooManyRequests: [{ status: 429 }],
		held: [{ is: 'notSent' }],
		serverError: [{ status: 500 }, { status: 503 }],
		unreachable: [{ is: 'notSent' }],
		blocked: [{ is: 'notSent' }],
		interrupted: [{}],
		timedOut: [{}, { is: 'notSent' }],
		stopped: [{}, { is: 'notSent' }],
		maybeAlreadySent: [{}],
		keyOfOther: [{}],
		besideList: [{}],
		optOutUnknown: [{ detail: 'the conversation could not be read (503)' }],
		unrecorded: [{}],
		redirected: [{ status: 301 }],
		unreadable: [{ status: 200 }],
	};
	const messages = Object.entries(variants).flatMap(([kind, ways]) =>
		ways.map((way) => {
			const failure: Failed = { is: 'unknown', kind: kind as ExplainedKind, ...way };
			return explain(failure, sendImessage).message;
		}),
	);

	test.each([...messages, explanationOf(undefined).message])('%s', (message) => {
		// Without what differs from case to case: a status that stands for others, what is in brackets.
		expect(page).toContain(message.replace(/ \((?!(400|401|403|404|429) )[^)]*\)$/, ''));
	});

	test('that of a poll that was over', () => {
		const failure: Failed = { is: 'unknown', kind: 'stopped' };
		const { message } = readingError(pollContext(), [{ number: '+12125550102', failure }]);
		const [, reason = ''] = message.split(' could not be read: ');
		expect(reason).toMatch(/^The poll was over before its answer$/);
		expect(page).toContain(reason);
	});
});
