/** After all tests, also when some have failed: stops what {@link ./start-n8n} has started. */
export { stopAll as default } from '../scripts/n8n/background-process';
