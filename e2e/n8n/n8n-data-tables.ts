import type { AxiosInstance } from 'axios';
import { payload, type Payload } from './n8n-rest';

interface UploadedCsv {
	id: string;
	columns: Array<{ name: string; type: string }>;
}

/** The data tables of one n8n, in the personal project of its owner. */
export class N8nDataTables {
	constructor(private readonly rest: AxiosInstance) {}

	/** Creates a table of CSV with a header, columns of the types that n8n finds in it, and answers its id. */
	async import(name: string, csv: string): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob([csv], { type: 'text/csv' }), 'table.csv');
		const uploaded = payload(await this.rest.post<Payload<UploadedCsv>>('/data-tables/uploads', form));
		const columns = uploaded.columns.map(({ name: column, type }) => ({
			name: column,
			type,
			csvColumnName: column,
		}));
		const table = { name, columns, fileId: uploaded.id, hasHeaders: true };
		return payload(await this.rest.post<Payload<{ id: string }>>(await this.address(), table)).id;
	}

	/** Creates an empty table with these columns, all of them texts, and answers its id. */
	async create(name: string, columns: string[]): Promise<string> {
		const table = { name, columns: columns.map((column) => ({ name: column, type: 'string' })) };
		return payload(await this.rest.post<Payload<{ id: string }>>(await this.address(), table)).id;
	}

	/** The rows of a table, at most 100, in their order. */
	async rows<Row>(id: string): Promise<Row[]> {
		const params = { take: 100, sortBy: 'id:asc' };
		const address = `${await this.address()}/${id}/rows`;
		return payload(await this.rest.get<Payload<{ data: Row[] }>>(address, { params })).data;
	}

	/** Changes the rows whose column has a value. */
	async update(id: string, column: string, value: unknown, data: object): Promise<void> {
		const filter = { type: 'and', filters: [{ columnName: column, condition: 'eq', value }] };
		await this.rest.patch(`${await this.address()}/${id}/rows`, { filter, data });
	}

	async remove(id: string): Promise<void> {
		await this.rest.delete(`${await this.address()}/${id}`);
	}

	private async address(): Promise<string> {
		const project = payload(await this.rest.get<Payload<{ id: string }>>('/projects/personal'));
		return `/projects/${project.id}/data-tables`;
	}
}
