import { conversationItem, messagesIn } from '../../nodes/shared/conversation/conversation';

const [number, person] = ['+14155550100', '+12025550162'];

test('a message of which the service gives no time stays where it stood: the newest one has answered what came before', () => {
	const conversation = [
		{ from: number, message: 'Yes, at 8', timestamp: null },
		{ from: person, message: 'Is table 4 free?', timestamp: 1_790_000_000_000 },
	];
	const between = { channel: 'imessage', person, number } as const;
	expect(messagesIn({ conversation }, number).map(({ text }) => text)).toEqual([
		'Yes, at 8',
		'Is table 4 free?',
	]);
	expect(conversationItem({ conversation }, between, true)).toMatchObject({ messages: [], chatInput: '' });
});
