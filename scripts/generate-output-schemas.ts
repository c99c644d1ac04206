import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SEND_AND_WAIT_OPERATION, type IDataObject, type NodePropertyTypes } from 'n8n-workflow';

import { serviceOperations } from '../nodes/shared/contract/contract';
import type { ItemParameters } from '../nodes/shared/operation/parameters';
import { valuesOf } from '../nodes/shared/operation/request';
import type { NodeOperation } from '../nodes/shared/operation/operation';
import {
	answerData,
	placedOperations,
	resolved,
	type OpenApiDocument,
	type Schema,
} from './interface-document';
import { openApiDocument } from '../simulator/document';
import { nodeFiles, nodeIn, offeredOperations } from './package-nodes';

/** What n8n's editor understands of a schema: a type, and the fields or items in it. */
interface Preview {
	type: string;
	properties?: Record<string, Preview>;
	items?: Preview;
	/** What its values look like; in answers, only phone numbers have a pattern. */
	pattern?: string;
}

const phoneNumber = '+15551234567';

function preview(document: OpenApiDocument, reference: Schema): Preview {
	const schema = resolved(reference, document.components);
	if (schema.anyOf) return preview(document, schema.anyOf[0] ?? {});
	const type = [schema.type ?? 'string'].flat()[0] ?? 'string';
	const properties = Object.entries(schema.properties ?? {}).map(
		([name, property]) => [name, preview(document, property)] as const,
	);
	return {
		type,
		...(schema.pattern && { pattern: schema.pattern }),
		...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
		...(schema.items && { items: preview(document, schema.items) }),
	};
}

/**
 * Puts each field's preview where a record has its value, and that of entries as the only entry of a list, so that an
 * operation's `output` picks previews.
 */
function asRecord({ type, properties, items, pattern }: Preview): unknown {
	if (pattern) return phoneNumber;
	if (items) return [asRecord(items)];
	if (!properties) return { type };
	return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, asRecord(field)]));
}

function asPreview(record: unknown): Preview {
	if (Array.isArray(record)) return { type: 'array', items: asPreview(record[0]) };
	if (typeof record !== 'object' || record === null)
		return { type: record === null ? 'string' : typeof record };
	if ('type' in record && typeof record.type === 'string') return record as Preview;
	const properties = Object.entries(record).map(([name, field]) => [name, asPreview(field)]);
	return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Preview> };
}

const textPreview: Preview = { type: 'string' };

/** What an operation makes of previews when every switch of the item is on, or off: its item, or the first of them. */
function output(operation: NodeOperation, data: Preview, on: boolean): object {
	const record = asRecord(data) as IDataObject;
	const values: Partial<Record<NodePropertyTypes, unknown>> = { boolean: on, number: 1 };
	const raw = (name: string) => {
		const type = operation.fields.find((field) => field.name === name)?.type;
		return (type && values[type]) ?? phoneNumber;
	};
	const parameters = { raw } as unknown as ItemParameters;
	const [item = {}] = [
		operation.output?.(record, parameters) ?? { ...repeated(operation), ...record },
	].flat();
	const isSend = serviceOperations[operation.service].effect === 'send';
	return isSend ? { to: textPreview, status: textPreview, reason: textPreview, ...item } : item;
}

/** The previews of what every item repeats of its request. */
function repeated({ service, repeats = {} }: NodeOperation): object {
	const { path = {}, body = {} } = valuesOf(service);
	const always = Object.entries(repeats).filter(([, property]) => ({ ...path, ...body })[property]?.required);
	return Object.fromEntries(always.map(([name]) => [name, textPreview]));
}

/** The fields that an item has whatever switches are set: a preview promises no field that a switch takes away. */
function outputPreview(document: OpenApiDocument, operation: NodeOperation): Preview {
	const described = placedOperations(document).find(({ operationId }) => operationId === operation.service);
	if (!described) throw new Error(`${operation.service} is no operation of the document`);
	const data = preview(document, answerData(described, document));
	const off = new Map(Object.entries(output(operation, data, false)));
	const always = Object.entries(output(operation, data, true)).filter(([name, field]) =>
		isDeepStrictEqual(field, off.get(name)),
	);
	return asPreview(Object.fromEntries(always));
}

/** The folder of a node's previews, named after the value of its hidden parameter `resource`. */
function previewFolder(folder: string): string {
	const file = nodeFiles.find((one) => dirname(one) === folder);
	const { properties = [], version = 1 } = file === undefined ? {} : new (nodeIn(file))().description;
	const resource = properties.find(({ name }) => name === 'resource');
	if (typeof resource?.default !== 'string') throw new Error(`${folder} has no node with a resource`);
	return `${folder}/__schema__/v${String(version)}.0.0/${resource.default}`;
}

/** What *Send and Wait for Response* puts out, which no answer of the service describes: what the person answers. */
const answeredPreview: Preview = {
	type: 'object',
	properties: { data: { type: 'object', properties: { respondedAt: textPreview } } },
};

/**
 * nodes/<Resource>/__schema__/v<version>.0.0/<resource>/<operation>.json by path: with these files n8n's editor shows the
 * output fields of an operation before it has run.
 */
export function outputSchemaFiles(): Record<string, string> {
	const document = openApiDocument();
	const answered = `${previewFolder('nodes/Messaging')}/${SEND_AND_WAIT_OPERATION}.json`;
	const files = { [answered]: JSON.stringify({ ...answeredPreview, version: 1 }) };
	for (const [operation, file] of offeredOperations()) {
		const text = JSON.stringify({ ...outputPreview(document, operation), version: 1 });
		files[`${previewFolder(dirname(file))}/${operation.id}.json`] = text;
	}
	return files;
}
