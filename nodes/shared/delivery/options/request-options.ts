import { serviceOperations } from '../../contract/contract';
import { flag, number } from './option';

const { requests: lookupRate } = serviceOperations.lookUpNumber.rate;
const { requests: sendRate, burst } = serviceOperations.sendImessage.rate;

/** How requests are made, and what their items give. */
export const requestOptions = {
	wholeResponse: flag({
		displayName: 'Include Whole Response',
		name: 'wholeResponse',
		type: 'boolean',
		default: false,
		description:
			'Whether to return the whole response (ID, timestamp and API version around the data) instead of the data alone',
	}),
	requestsAtOnce: number(
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 10,
			description:
				'How many requests of this node may be under way at the same time, however many items come in',
		},
		{ isWhole: true },
	),
	tries: number(
		{
			displayName: 'Tries per Request',
			name: 'tries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10 },
			default: 4,
			description:
				'How many times one request is made at most. Only repeated where that is safe: reads while the service is busy or out of reach, sends and changes only when the service certainly did not take them.',
		},
		{ isWhole: true },
	),
	lookupsPerMinute: number(
		{
			displayName: 'Lookups per Minute',
			name: 'lookupsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 10_000 },
			default: lookupRate,
			description: `How many lookups may be made in a minute by all executions that use the same credential. The service allows ${lookupRate}. 0 means no limit.`,
		},
		{ isWhole: true },
	),
	messagesPerSecond: number({
		displayName: 'Messages per Second',
		name: 'messagesPerSecond',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1000 },
		default: sendRate,
		description: `How many messages a second each sending number may send, after a burst of ${burst}, counted over all executions that use the same credential. 1,000 messages from one number take about ${Math.round(1000 / sendRate / 60)} minutes. 0 means no limit. Fast-track messages are not held back.`,
	}),
	giveUpAfterMs: number(
		{
			displayName: 'Give Up After (Minutes)',
			name: 'giveUpAfter',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1440 },
			default: 10,
			description:
				'How many minutes the service may keep refusing (429) before the waiting items fail, counted from the last request that it accepted. 0 fails them at the first refusal.',
		},
		{ unit: 60_000 },
	),
};
