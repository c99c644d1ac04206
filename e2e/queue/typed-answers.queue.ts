/** Questions that are answered in the chat, with main and two workers: the tests of one n8n alone, once more. */
import { sharedN8n } from '../support/shared-run';
import '../typed-answers.e2e';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
useWorkers({ env: () => ({ N8N_WEBHOOK_URL: n8n.url }) });
