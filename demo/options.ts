import { parseArgs } from 'node:util';
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { freePort, portInUse } from '../e2e/n8n/free-port';
import { usualPort } from '../simulator/settings';

/** What was asked for on the command line. */
export interface DemoOptions {
	/** Whether to end after the workflow has run. */
	once: boolean;
	/** The port of n8n's editor. */
	editorPort: number;
	/** The port of the simulator. */
	simulatorPort: number;
}

const preferredEditorPort = 5678;

export const usage = `npm start -- [options]

  --once                  run the workflow once, then end
  --port NUMBER           port of n8n's editor (${String(preferredEditorPort)})
  --simulator-port NUMBER port of the simulator (${String(usualPort)})
  --help                  show this`;

/**
 * Reads the command line and finds the ports: the ones asked for, else the usual ones. A port in use is a
 * {@link ClearProblem}, except with `--once`, which takes a free port where none was asked for. Undefined for `--help`.
 */
export async function demoOptions(commandLine: string[]): Promise<DemoOptions | undefined> {
	const { once, port, help, ...others } = commandLineValues(commandLine);
	if (help) return undefined;
	return {
		once,
		editorPort: await availablePort('port', port, preferredEditorPort, once),
		simulatorPort: await availablePort('simulator-port', others['simulator-port'], usualPort, once),
	};
}

function commandLineValues(commandLine: string[]) {
	try {
		return parseArgs({
			args: commandLine,
			options: {
				once: { type: 'boolean', default: false },
				port: { type: 'string' },
				'simulator-port': { type: 'string' },
				help: { type: 'boolean', default: false },
			},
		}).values;
	} catch (error) {
		throw new ClearProblem(`${(error as Error).message}\n\n${usage}`);
	}
}

async function availablePort(
	option: string,
	asked: string | undefined,
	preferred: number,
	otherIfInUse: boolean,
): Promise<number> {
	const port = asked === undefined ? preferred : portNumber(option, asked);
	if (!(await portInUse(port))) return port;
	if (asked === undefined && otherIfInUse) return await freePort();
	throw new ClearProblem(
		`Port ${String(port)} is in use. Choose another one, for example: npm start -- --${option} ${String(await freePort())}`,
	);
}

function portNumber(option: string, text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
	throw new ClearProblem(`--${option} takes a port number from 1 to 65535, not "${text}".`);
}
