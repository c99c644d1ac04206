/** Files of items that go out with messages: n8n serves each at an address that it signs (sections 4.3, 4.4 and 8). */
import {
	BINARY_IN_JSON_PROPERTY,
	type IBinaryData,
	type IBinaryKeyData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { hasPublicHost } from '../input/public-host';
import { textList, withoutHalves } from '../input/values';
import type { ItemParameters } from '../parameters/parameters';
import { valuesOf } from '../operation/request';
import type { ServiceAccount } from '../service/service-address';
import { messageIn, type MessageFile, type ServiceRequest } from '../service/service-request';
import { isMovedLater } from '../n8n/n8n-inside';
import type { Reading } from './item';
import type { NodeRun } from './node-run';

/** Which files of an item go out with its message. */
export const filesField: INodeProperties = {
	displayName: 'Input Data Field Names',
	name: 'inputDataFieldNames',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field Name' },
	default: [],
	placeholder: 'e.g. data',
	hint: 'The names of the input fields whose files are sent, e.g. data or attachment_0',
	description:
		'Files of the item to send beside Attachments. Names may have commas between them; {{ Object.keys($binary ?? {}) }} sends all. The service fetches the files from this n8n, which needs a public HTTPS address.',
};

const { displayName: label } = filesField;

/** A name with an extension, which has a letter. */
const withExtension = /[^.]\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

/** Extensions of types that are not called like them. */
const extensions: Record<string, string> = { plain: 'txt', mpeg: 'mp3', quicktime: 'mov', vcard: 'vcf' };

/** The name of a file with an extension, that of its type where it has none. InvalidInput where nobody knows one. */
function nameOf(field: string, { fileName = '', fileExtension = '', mimeType }: IBinaryData): string {
	const name = withoutHalves(fileName).trim();
	const [, subtype = ''] = /\/([\w-]+)/.exec(mimeType) ?? [];
	const ofType = [fileExtension, extensions[subtype] ?? subtype].map((one) => `${name || field}.${one}`);
	const named = [name, ...ofType].find((one) => withExtension.test(one));
	if (named !== undefined) return named;
	throw new InvalidInput(
		`The file in ${quote(field)} has no extension, and its type ${quote(mimeType)} tells none`,
		'The service wants one: give the file a name such as invoice.pdf in the node that makes it.',
	);
}

/** A size as people read it, rounded up. */
export function sizeText(bytes: number): string {
	const kilobytes = bytes / 1024;
	return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${Math.ceil(kilobytes / 102.4) / 10} MB`;
}

/** The files of an item by the names of their fields, wherever n8n keeps them by the settings of the workflow. */
export function filesIn(item?: INodeExecutionData): IBinaryKeyData {
	return { ...(item?.json[BINARY_IN_JSON_PROPERTY] as IBinaryKeyData | undefined), ...item?.binary };
}

/** The files of the item that an agent works on: n8n hands none to its tools. */
export function filesOfAgent(
	context: Pick<IExecuteFunctions, 'getExecuteData' | 'getWorkflowDataProxy'>,
	item: number,
): IBinaryKeyData {
	const { data, metadata } = context.getExecuteData();
	const source = metadata?.preservedSourceOverwrite;
	const { $ } = context.getWorkflowDataProxy(item);
	const [only, ...others] = (
		source
			? $(source.previousNode).all(source.previousNodeOutput, source.previousNodeRun)
			: (data.main?.[0] ?? [])
	) as INodeExecutionData[];
	if (others.length === 0) return filesIn(only);
	throw new InvalidInput(
		'The agent works on several items, and n8n does not say which one a call is for',
		`Put a Loop Over Items node in front of the agent, or empty ${label}.`,
	);
}

function fileIn(fields: IBinaryKeyData, name: string): IBinaryData {
	const found = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (found?.id) return found;
	if (found) {
		throw new InvalidInput(
			`n8n has the file in ${quote(name)} in memory, and gives it no address`,
			'Set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, or with workers to database or s3. If a Code node makes the file, let it use this.helpers.prepareBinaryData().',
		);
	}
	const names = Object.keys(fields);
	throw new InvalidInput(
		`The item has no file in ${quote(name)}`,
		names.length > 0
			? `Its files are in ${names.join(', ')}: give these names in ${label}.`
			: `It has no files: see which node in front drops them. {{ Object.keys($binary ?? {}) }} in ${label} sends those that an item has.`,
	);
}

/** A file that n8n has, at an address that lasts: what n8n is going to move is copied, once in an execution. n8n's error for none. */
async function lastingFile({ caller, memory }: NodeRun, file: IBinaryData): Promise<IBinaryData> {
	const { prepareBinaryData, getBinaryStream, getBinaryMetadata } = caller.helpers;
	const { id = '', fileName, mimeType } = file;
	const { fileSize } = await getBinaryMetadata(id);
	const bytes = file.bytes ?? fileSize;
	if (!isMovedLater(id)) return { ...file, bytes };
	const copies = (memory.files ??= {}) as Record<string, string>;
	copies[id] ??= String((await prepareBinaryData(await getBinaryStream(id), fileName, mimeType)).id);
	return { ...file, bytes, id: copies[id] };
}

/** Refuses a file where the service cannot reach n8n. One on this machine, such as a simulator, can. */
function refuseUnreachable(address: string, { baseUrl }: ServiceAccount): void {
	const origin = URL.canParse(address) ? new URL(address).origin : '';
	if (!hasPublicHost(baseUrl) || (origin.startsWith('https:') && hasPublicHost(origin))) return;
	throw new InvalidInput(
		`The service cannot fetch files from n8n at its address ${quote(origin)}`,
		'Set N8N_WEBHOOK_URL to the public https address of n8n, and restart it. Or upload the files elsewhere, and give their addresses in Attachments.',
	);
}

/** The files of an item that go out with its message. InvalidInput for one that cannot be sent. */
export async function filesOf(
	{ run, operation, connection }: Reading,
	parameters: ItemParameters,
	index: number,
): Promise<MessageFile[]> {
	if (!operation.fields.includes(filesField)) return [];
	if (run.isTool && /\$fromai/i.test(JSON.stringify(run.node.parameters[filesField.name] ?? ''))) {
		throw new InvalidInput(
			`${label} is left to the model`,
			'The model may not choose what is sent: name the fields yourself.',
		);
	}
	const { helpers } = run.caller;
	const names = [...new Set(textList(label, parameters.raw(filesField.name)))];
	const fields = names.length > 0 ? run.files(index) : {};
	const messageFile = async (field: string): Promise<MessageFile> => {
		const given = fileIn(fields, field);
		const name = nameOf(field, given);
		const file = await lastingFile(run, given).catch(() => {
			throw new InvalidInput(
				`n8n cannot read the file in ${quote(field)}`,
				'It may have gone with the execution that it is of: let the nodes in front make it again.',
			);
		});
		const address = () => `${helpers.createBinarySignedUrl(file)}&file=/${encodeURIComponent(name)}`;
		refuseUnreachable(address(), connection.account);
		const { bytes = 0 } = file;
		if (bytes === 0)
			throw new InvalidInput(`The file in ${quote(field)} is empty`, 'See the nodes in front.');
		return { name, type: file.mimeType, bytes, address };
	};
	return await Promise.all(names.map(messageFile));
}

/** Refuses a request with more files, or larger ones, than the service takes. */
export function refuseTooMuch(request: ServiceRequest): void {
	const { maxItems = Infinity, maxBytes = Infinity } = valuesOf(request.service).body?.attachments ?? {};
	const { files = [] } = request;
	const number = files.length + (messageIn(request).attachments ?? []).length;
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	if (number <= maxItems && bytes <= maxBytes) return;
	throw new InvalidInput(
		number > maxItems
			? `${label} and Attachments hold ${number} files, the service takes at most ${maxItems} a message`
			: `The files have ${sizeText(bytes)} together, the service takes at most ${sizeText(maxBytes)} a message`,
		'Send the rest with a further message.',
	);
}
