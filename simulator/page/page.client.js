/* global document, DOMParser, history, Idiomorph, location, scrollTo, window */
// Runs in the browser: asks for the page again and again and changes only what differs, so that nothing that is
// being read, typed, unfolded or played is disturbed.
(() => {
	const pauseMs = 1000;
	const live = document.getElementById('live');
	let shown;

	const callbacks = {
		beforeNodeMorphed: (present, next) => !present.isEqualNode(next),
		beforeAttributeUpdated: (name, element) => name !== 'open' || element.localName !== 'details',
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
			shown = undefined;
			live.textContent = 'the simulator does not answer';
		}
	}

	async function poll() {
		if (!document.hidden) await refresh();
		setTimeout(poll, pauseMs);
	}

	/** Asks the simulator for something; what it refuses, it says why. */
	async function ask(method, address, body) {
		const headers = body && { 'Content-Type': 'application/json' };
		const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
		if (!answer.ok) {
			const { message, error } = await answer.json();
			live.textContent = message ?? error;
			shown = undefined;
		}
		await refresh();
		return answer.ok;
	}

	document.addEventListener('submit', async (event) => {
		const { target: form, submitter } = event;
		const { put, post } = form.dataset;
		if (!put && !post) return;
		event.preventDefault();
		const entries = [...new FormData(form)].filter(([, value]) => put || value !== '');
		const fields = { ...Object.fromEntries(entries), ...(submitter?.dataset.photo && { photo: true }) };
		if (!(await ask(put ? 'PUT' : 'POST', put ?? post, fields))) return;
		if (post && form.elements.text) form.elements.text.value = '';
	});
	document.addEventListener('input', async ({ target }) => {
		if (target.id !== 'search') return;
		history.replaceState(null, '', `/?${new URLSearchParams(new FormData(target.form))}`);
		await refresh();
	});
	document.addEventListener('click', async (event) => {
		const { target } = event;
		const link = target.closest('a[href^="/?"]');
		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			history.pushState(null, '', link.href);
			await refresh();
			scrollTo(0, 0);
		}
		const opened = target.closest('.text a');
		if (opened) {
			event.preventDefault();
			window.open(opened.href, '_blank', 'popup,noopener,width=390,height=760');
		}
		if (target.matches('[data-copy]')) {
			await navigator.clipboard.writeText(target.dataset.copy);
			live.textContent = `${target.dataset.copy} copied`;
			shown = undefined;
		}
		if (target.dataset.post && target.localName === 'button') await ask('POST', target.dataset.post);
		if (target.id === 'reset') await ask('POST', '/admin/reset');
	});
	window.addEventListener('popstate', refresh);
	setTimeout(poll, pauseMs);
})();
