/* global document, location, DOMParser */
// Runs in the browser: asks for the page's content again and again and changes only what differs, so that
// nothing that is being read or played is disturbed.
(() => {
	const pauseMs = 1000;

	function update(present, next) {
		if (present.hasAttribute('data-static') || present.isEqualNode(next)) return;
		if (!present.hasAttribute('data-keyed') || present.className !== next.className) {
			present.replaceWith(next);
			return;
		}
		const left = new Map([...present.children].map((child) => [child.dataset.key, child]));
		let cursor = present.firstElementChild;
		for (const child of [...next.children]) {
			const known = left.get(child.dataset.key);
			left.delete(child.dataset.key);
			if (!known) {
				present.insertBefore(child, cursor);
			} else if (known === cursor) {
				cursor = cursor.nextElementSibling;
				update(known, child);
			} else {
				present.insertBefore(known, cursor);
				update(known, child);
			}
		}
		for (const gone of left.values()) gone.remove();
	}

	function showOrigin() {
		for (const element of document.querySelectorAll('[data-origin]')) element.textContent = location.origin;
	}

	async function refresh() {
		const live = document.querySelector('[data-live]');
		try {
			const answer = await fetch('/admin/page');
			const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
			for (const element of next.querySelectorAll('[data-origin]')) element.textContent = location.origin;
			update(document.querySelector('main'), next.querySelector('main'));
			live.className = 'live';
			live.textContent = 'live';
		} catch {
			live.className = 'live lost';
			live.textContent = 'the simulator does not answer';
		}
	}

	async function poll() {
		if (!document.hidden) await refresh();
		setTimeout(poll, pauseMs);
	}

	document.querySelector('[data-reset]').addEventListener('click', async () => {
		await fetch('/admin/reset', { method: 'POST' });
		await refresh();
	});
	showOrigin();
	setTimeout(poll, pauseMs);
})();
