/** Names that the internet does not know: a home or an office has them, or nobody (RFC 6761, 6762, 8375). */
const privateName =
	/^[^.:]*$|(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|corp|lan|home|home\.arpa|test|invalid)$/;

/** The machine itself, home and office networks, carriers' inner networks, and no single machine. */
const privateIpv4 =
	/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|2(?:2[4-9]|[345]\d))\.[\d.]+$/;

/** The same, and an IPv4 address inside one. */
const privateIpv6 = /^\[(?:::|f[cd]|fe[89a-f]|ff|64:ff9b:)/;

/** Whether a server anywhere in the internet may reach the host of a web address. */
export function hasPublicHost(address: string): boolean {
	const host = new URL(address).hostname.replace(/\.$/, '');
	return ![privateName, privateIpv4, privateIpv6].some((pattern) => pattern.test(host));
}
