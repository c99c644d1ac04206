import type { AxiosInstance } from 'axios';

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
		const uploaded = (await this.rest.post<UploadedCsv>('/data-tables/uploads', form)).data;
		const columns = uploaded.columns.map((column) => ({ ...column, csvColumnName: column.name }));
		const table = { name, columns, fileId: uploaded.id, hasHeaders: true };
		return (await this.rest.post<{ id: string }>(await this.address(), table)).data.id;
	}

	/** The id of the table with this name. */
	async idOf(name: string): Promise<string | undefined> {
		const { data: tables } = await this.rest.get<{ data: Array<{ id: string; name: string }> }>(
			await this.address(),
		);
		return tables.data.find((table) => table.name === name)?.id;
	}

	/** The rows of a table, at most 100, in their order. */
	async rows<Row>(id: string): Promise<Row[]> {
		const params = { take: 100, sortBy: 'id:asc' };
		const address = `${await this.address()}/${id}/rows`;
		return (await this.rest.get<{ data: Row[] }>(address, { params })).data.data;
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
		const project = (await this.rest.get<{ id: string }>('/projects/personal')).data;
		return `/projects/${project.id}/data-tables`;
	}
}
