import type { SimulatorSettings } from '../settings';
import { html, type Html } from './html';

/** The menu of the addresses that events go to. */
export function eventsGoTo({ webhookUrl }: SimulatorSettings): Html {
	return html`<details id="events" name="menu">
		<summary>Events go to</summary>
		<form data-ask="PUT /admin/settings">
			<label
				>Production URLs of Messaging Triggers, one a line
				<textarea name="webhookUrl" rows="6">${webhookUrl}</textarea>
			</label>
			<button>Save</button>
		</form>
	</details>`;
}
