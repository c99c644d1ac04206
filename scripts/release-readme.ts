/**
 * Writes the README as npm shows it: pictures and links with the address of the repository in package.json and a tag.
 * For a checkout that is packed and thrown away.
 *
 *   npm run release:readme -- --tag v1.2.3
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from './project-root';
import { repositoryPage, type ProjectNames } from './project-links';
import { publishedReadme } from './published-readme';

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
if (tag === undefined) throw new Error('Usage: npm run release:readme -- --tag <tag>');

const file = join(root, 'README.md');
const names = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as ProjectNames;
writeFileSync(file, publishedReadme(readFileSync(file, 'utf8'), repositoryPage(names), tag));
