/** Ports by the service that listens there. */
const SERVICES: Readonly<Record<string, readonly number[]>> = {
  ftp: [20, 21], ssh: [22], telnet: [23], smtp: [25], http: [80], kerberos: [88], pop3: [110], nntp: [119], ntp: [123], imap2: [143], imap: [143], snmp: [161],
  ldap: [389], https: [443], submissions: [465], nntps: [563], ldaps: [636], 'kerberos-adm': [749], ftps: [989, 990], telnets: [992], imaps: [993], pop3s: [995],
};

/** Ports a text names; undefined when it names none. */
export function readPort(text: string): readonly bigint[] | undefined {
  if (/^\d+$/.test(text)) {
    const port = Number(text);
    return port >= 1 && port <= 65_535 ? [BigInt(port)] : undefined;
  }
  const name = text.trim().toLowerCase();
  return Object.hasOwn(SERVICES, name) ? SERVICES[name]?.map(BigInt) : undefined;
}
