/** What n8n's editor takes for markup in a message, and what stands in its place. */
const plain: Record<string, string> = { '<': '‹', '>': '›', '`': "'" };

/** A text without what n8n's editor would show as markup, whoever wrote it: an item, the service, n8n. */
export function plainText(text: string): string {
	return text.replace(/[<>`]/g, (mark) => plain[mark] ?? '');
}
