import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackgroundProcess } from './background-process';

/** A folder of a server's own, and who runs it. */
export interface ServicePlace {
	folder: string;
	/** Nobody in particular where this process is root, which PostgreSQL refuses; undefined: whoever runs this. */
	user: { uid: number; gid: number } | undefined;
}

/** A server that knows nothing of its starter. */
export interface Service {
	/** What it is called when it does not start. */
	name: string;
	/** A path. */
	program: string;
	/** Fills its folder, which is empty and its user's, and answers its arguments. */
	prepare: (place: ServicePlace) => string[];
	logFile: string;
	/** What its log says when it is ready. */
	readyLine: RegExp;
}

/** Starts the server in a temporary folder that goes when the server does, and waits until it is ready. */
export async function startService(service: Service): Promise<BackgroundProcess> {
	const { name, program, logFile } = service;
	const place = { folder: mkdtempSync(join(tmpdir(), `${name.toLowerCase()}-`)), user: serviceUser() };
	own(place, place.folder);
	const run = { program, args: service.prepare(place), ...place };
	return await BackgroundProcess.started({
		name,
		args: [join(__dirname, 'run-until-parent-ends.js'), JSON.stringify(run)],
		folder: place.folder,
		environment: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
		logFile,
		ready: () => existsSync(logFile) && service.readyLine.test(readFileSync(logFile, 'utf8')),
		stopSignal: 'SIGINT',
	});
}

/** Gives a file or folder to the one who runs the server. */
export function own({ user }: ServicePlace, path: string): void {
	if (user !== undefined) chownSync(path, user.uid, user.gid);
}

function serviceUser(): ServicePlace['user'] {
	if (process.getuid?.() !== 0) return undefined;
	return { uid: idOf('-u'), gid: idOf('-g') };
}

function idOf(which: '-u' | '-g'): number {
	return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}
