/** Writes the types of requests and answers from simulator/openapi.yaml: before types are checked and the nodes are built. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

import { openApiText } from '../simulator/document';
import { root } from './project-root';

openapiTS(openApiText()).then(
	(types) => writeFileSync(join(root, 'nodes/shared/contract/contract-types.d.ts'), astToString(types)),
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
