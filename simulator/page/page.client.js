// Runs in the browser: asks for the page again and again and changes only the parts that differ, and none in which somebody
// writes.
const parts = ['new', 'people', 'person', 'chat', 'write', 'events', 'fail', 'faults'];

function isUsed(part) {
	return part.open || part.contains(document.activeElement) || part.elements?.text?.value;
}

async function refresh() {
	const next = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
	for (const id of parts) {
		const [shown, fresh] = [document.getElementById(id), next.getElementById(id)];
		if (!isUsed(shown) && !shown.isEqualNode(fresh)) shown.replaceWith(fresh);
	}
}

/** What kept the simulator from doing what it was asked; '' where nothing did. */
async function problemOf(method, address, body) {
	const headers = body && { 'Content-Type': 'application/json' };
	try {
		const answer = await fetch(address, { method, headers, body });
		if (answer.ok) return '';
		const { message, error } = await answer.json();
		return `Not done, the simulator answers ${answer.status}: ${message ?? error}`;
	} catch {
		return 'Not done, the simulator does not answer.';
	}
}

/** Does what a form or a button says; whether it was done. Shows why not. */
async function ask({ dataset }, body) {
	const problem = await problemOf(...dataset.ask.split(' '), body);
	document.getElementById('problem').textContent = problem;
	return problem === '';
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
	if (!(await ask(form, JSON.stringify(fieldsOf(form))))) return;
	if (form.elements.text) form.elements.text.value = '';
	await refresh();
});
document.addEventListener('focusin', ({ target: { form } }) => {
	// Whoever writes stays in this chat, also when another one gets a message.
	if (form?.dataset.here) history.replaceState(null, '', form.dataset.here);
});
document.addEventListener('click', async ({ target }) => {
	if (target.type === 'button' && (await ask(target))) await refresh();
});
setInterval(() => document.hidden || refresh(), 1000);
