// Runs in the browser: asks for the page again and again and changes only the parts that differ, and none in which somebody
// writes.
const parts = ['people', 'person', 'chat', 'write', 'fail', 'faults'];

async function refresh() {
	const next = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
	for (const id of parts) {
		const [shown, fresh] = [document.getElementById(id), next.getElementById(id)];
		const isUsed = shown.open || shown.contains(document.activeElement);
		if (!isUsed && !shown.isEqualNode(fresh)) shown.replaceWith(fresh);
	}
}

async function ask(method, address, body) {
	const headers = body && { 'Content-Type': 'application/json' };
	await fetch(address, { method, headers, body });
	await refresh();
}

/** What a form holds: its fields by name, and those in the choices that are JSON. */
function fieldsOf(form) {
	const fields = [...new FormData(form)].map(([name, value]) =>
		name === 'json' ? JSON.parse(value) : { [name]: value },
	);
	return Object.assign({}, ...fields);
}

document.addEventListener('submit', async (event) => {
	const { target: form } = event;
	event.preventDefault();
	await ask('POST', form.dataset.post, JSON.stringify(fieldsOf(form)));
	if (form.elements.text) form.elements.text.value = '';
});
document.addEventListener('focusin', ({ target: { form } }) => {
	// Whoever writes stays in this chat, also when another one gets a message.
	if (form?.dataset.here) history.replaceState(null, '', form.dataset.here);
});
document.addEventListener('click', async ({ target: { dataset } }) => {
	if (dataset.delete) await ask('DELETE', dataset.delete);
});
setInterval(() => document.hidden || refresh(), 1000);
