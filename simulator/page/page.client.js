/* global document, DOMParser, history, Idiomorph, location, window */
// Runs in the browser: asks for the page again and again and changes only what differs, so that nothing that is
// being read, typed, unfolded or played is disturbed.
(() => {
	const pauseMs = 1000;
	const live = document.getElementById('live');
	let shown;
	let typing = 'stop';

	const callbacks = {
		beforeNodeMorphed: (present, next) => !present.isEqualNode(next),
		beforeAttributeUpdated: (name, { id, localName }) =>
			(name !== 'open' || localName !== 'details') && (name !== 'value' || id !== 'text'),
	};

	async function refresh() {
		try {
			const answer = await fetch(location.href);
			const next = await answer.text();
			if (next === shown) return;
			shown = next;
			const { body } = new DOMParser().parseFromString(next, 'text/html');
			Idiomorph.morph(document.body, body, { ignoreActiveValue: true, callbacks });
		} catch {
			say('the simulator does not answer');
		}
	}

	async function poll() {
		if (!document.hidden) await refresh();
		setTimeout(poll, pauseMs);
	}

	/** Says something until the page changes. */
	function say(text) {
		live.textContent = text;
		shown = undefined;
	}

	/** Asks the simulator for something; what it refuses, it says why. */
	async function ask(method, address, body) {
		const headers = body && { 'Content-Type': 'application/json' };
		const answer = await fetch(address, { method, headers, body });
		await refresh();
		if (!answer.ok) {
			const { message, error } = await answer.json();
			say(message ?? error);
		}
		return answer.ok;
	}

	/** What a form holds: its fields by name, and those in the choices that are JSON. */
	function fieldsOf(form) {
		const parts = [...new FormData(form)].map(([name, value]) =>
			name === 'json' ? JSON.parse(value) : { [name]: value },
		);
		return Object.assign({}, ...parts);
	}

	document.addEventListener('submit', async (event) => {
		const { target: form, submitter } = event;
		const { put, post } = form.dataset;
		if (!put && !post) return;
		event.preventDefault();
		const body = JSON.stringify({ ...fieldsOf(form), ...(submitter?.dataset.photo && { photo: true }) });
		if (!(await ask(put ? 'PUT' : 'POST', put ?? post, body)) || !form.elements.text) return;
		form.elements.text.value = '';
		typing = 'stop';
	});
	document.addEventListener('input', async ({ target }) => {
		const { id, form, value } = target;
		if (id === 'search') {
			history.replaceState(null, '', `/?${new URLSearchParams(new FormData(form))}`);
			await refresh();
		}
		const action = value === '' ? 'stop' : 'start';
		if (id !== 'text' || action === typing) return;
		typing = action;
		const { from, to, channel } = fieldsOf(form);
		await ask('POST', '/admin/signals', JSON.stringify({ from, to, channel, kind: 'typing', action }));
	});
	document.addEventListener('focusin', ({ target: { form } }) => {
		// Whoever writes stays in this chat, also when another one gets a message.
		if (form?.dataset.here) history.replaceState(null, '', form.dataset.here);
	});
	document.addEventListener('click', async (event) => {
		const { target } = event;
		const link = target.closest('a[href^="/?"]');
		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			history.pushState(null, '', link.href);
			await refresh();
		}
		const opened = target.closest('.text a');
		if (opened) {
			event.preventDefault();
			window.open(opened.href, '_blank', 'popup,noopener,width=390,height=760');
		}
		const button = target.closest('button');
		if (!button) return;
		const { post, body } = button.dataset;
		if (post) await ask('POST', post, body);
		if (button.dataset.delete) await ask('DELETE', button.dataset.delete);
	});
	window.addEventListener('popstate', refresh);
	setTimeout(poll, pauseMs);
})();
