const minuteMs = 60_000;

let tasks: Array<{ at: number; work: () => Promise<void> }> = [];

let isWaiting = false;

/** Does something after a while, if n8n still runs then; what it throws is lost. No process and no test stays open for it. */
export function later(ms: number, work: () => Promise<void>): void {
	tasks.push({ at: Date.now() + ms, work });
	void waitForTasks();
}

async function waitForTasks(): Promise<void> {
	if (isWaiting) return;
	isWaiting = true;
	while (tasks.length > 0) {
		await new Promise((resolve) => AbortSignal.timeout(minuteMs).addEventListener('abort', resolve));
		await doTasks(Date.now());
	}
	isWaiting = false;
}

/** Does what is to be done by a time. */
export async function doTasks(now: number): Promise<void> {
	const due = tasks.filter(({ at }) => at <= now);
	tasks = tasks.filter(({ at }) => at > now);
	for (const { work } of due) await work().catch(() => {});
}
