import { escapeHtml, Html } from './html';

/** The markers of message text (section 4.3); they nest as one likes. */
type Marker = '**' | '__' | '~~' | '*' | '_';

const tags: Record<Marker, string> = { '**': 'strong', __: 'u', '~~': 's', '*': 'em', _: 'em' };

/** Text collected since a marker was opened; the outermost level has no marker. */
interface Level {
	marker: Marker | '';
	html: string;
}

function isWordCharacter(character: string | undefined): boolean {
	return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function isBlank(character: string | undefined): boolean {
	return character === undefined || /\s/.test(character);
}

/** Opens and closes the markers of a run of equal characters, such as `***`. */
class Formatter {
	private readonly levels: Level[] = [{ marker: '', html: '' }];

	add(html: string): void {
		this.top.html += html;
	}

	/** Closes the innermost open marker that the run has room for, or opens one; answers the characters used. */
	addMarker(run: string, canOpen: boolean, canClose: boolean): number {
		const exact = this.levels.findLastIndex(({ marker }) => marker === run);
		const closing = exact > 0 ? exact : run.startsWith(this.top.marker || ' ') ? this.levels.length - 1 : 0;
		if (canClose && closing > 0 && this.levels.at(-1)?.html !== '') return this.close(closing);
		const marker = run.slice(0, 2) as Marker;
		if (canOpen && marker in tags) {
			this.levels.push({ marker, html: '' });
			return marker.length;
		}
		this.add(run);
		return run.length;
	}

	/** The whole text; markers that were never closed stand as they were typed. */
	end(): string {
		while (this.levels.length > 1) this.dropTop();
		return this.top.html;
	}

	private get top(): Level {
		return this.levels.at(-1) as Level;
	}

	private close(index: number): number {
		while (this.levels.length - 1 > index) this.dropTop();
		const { marker, html } = this.levels.pop() as Level;
		const tag = tags[marker as Marker];
		this.add(`<${tag}>${html}</${tag}>`);
		return marker.length;
	}

	private dropTop(): void {
		const { marker, html } = this.levels.pop() as Level;
		this.add(marker + html);
	}
}

/** A message's text with its formatting; everything else is escaped. */
export function formattedText(text: string): Html {
	const formatter = new Formatter();
	for (const { 0: piece, index } of text.matchAll(/\*+|_+|~+|[^*_~]+/g)) {
		if (!/^[*_~]/.test(piece)) {
			formatter.add(escapeHtml(piece));
			continue;
		}
		const before = text[index - 1];
		const after = text[index + piece.length];
		const insideWord = piece.startsWith('_') && isWordCharacter(before) && isWordCharacter(after);
		let used = 0;
		while (used < piece.length) {
			used += formatter.addMarker(
				piece.slice(used),
				!isBlank(after) && !insideWord,
				!isBlank(before) && !insideWord,
			);
		}
	}
	return new Html(formatter.end());
}
