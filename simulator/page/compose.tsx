/** @jsxRuntime automatic @jsxImportSource preact */
import { leasedNumbers } from '../accounts';
import { magicAddresses } from '../magic-numbers';
import type { SimulatorSettings } from '../settings';
import { writtenChannelNames } from './words';

/** Somebody without a magic outcome. */
const ordinary = '+12065550133';

function WebhookAddress({ webhookUrl }: Pick<SimulatorSettings, 'webhookUrl'>) {
	return (
		<form class="send" data-put="/admin/settings">
			<label>
				Webhook URL
				<input
					type="url"
					name="webhookUrl"
					value={webhookUrl}
					placeholder="http://127.0.0.1:5678/webhook/…"
				/>
			</label>
			<button>Set</button>
		</form>
	);
}

/** The form with which one writes to a leased number as somebody else, and the address that is told of it. */
export function Compose({ settings }: { settings: SimulatorSettings }) {
	return (
		<details id="compose" class="compose" open>
			<summary>Write as somebody else</summary>
			<WebhookAddress webhookUrl={settings.webhookUrl} />
			<form class="send" data-post="/admin/incoming" id="write">
				<label>
					From
					<input name="from" value={ordinary} list="people" required autocomplete="off" />
				</label>
				<datalist id="people">
					<option value={ordinary} label="Somebody" />
					{magicAddresses.map(({ number, outcome }) => (
						<option value={number} label={outcome.replaceAll('`', '')} />
					))}
				</datalist>
				<label>
					To
					<select name="to">
						{leasedNumbers.map(({ number }) => (
							<option>{number}</option>
						))}
					</select>
				</label>
				<label>
					Over
					<select name="channel">
						<option value="">usual</option>
						{Object.entries(writtenChannelNames).map(([value, name]) => (
							<option value={value}>{name}</option>
						))}
					</select>
				</label>
				<label class="wide">
					Message
					<input name="text" autocomplete="off" placeholder="status A-1001" />
				</label>
				<button>Send</button>
				<button class="outline" data-photo="true">
					With a photo
				</button>
			</form>
		</details>
	);
}

/** The form under a conversation, with which its other party goes on. */
export function Answer(written: { from: string; to: string; channel: string }) {
	return (
		<form class="answer" data-post="/admin/incoming">
			{Object.entries(written).map(([name, value]) => (
				<input type="hidden" name={name} value={value} />
			))}
			<input
				name="text"
				id={`answer-${written.from}`}
				autocomplete="off"
				required
				aria-label={`Write as ${written.from}`}
				placeholder={`Write as ${written.from}`}
			/>
			<button>Send</button>
		</form>
	);
}
