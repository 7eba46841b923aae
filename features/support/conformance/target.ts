// The service that the conformance kit examines, and what the kit may use of it.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** What the kit was given. */
export interface Target {
  /** Base URL of the service. */
  readonly service: URL;
  /** Base URL of the simulator that steers the service's studio; absent if there is none. */
  readonly simulator?: URL;
  /** Token of a device; absent for a caller on the service's own machine. */
  readonly token?: string;
  /** Whether the kit may change the studio. */
  readonly control: boolean;
  /** File with the certificates of further authorities, in PEM. */
  readonly ca?: string;
}

/** Returns the certificates in a text. Throws if it contains none, or an invalid one: Node.js ignores those. */
const certificatesIn = (text: string): readonly string[] => {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new Error('it contains none');
  return found.map((pem) => new X509Certificate(pem).toString());
};

/** Trusts the authorities of a target, in addition to those of Node.js and of `NODE_EXTRA_CA_CERTS`. Throws if they can't be used. */
export const trustAuthorities = ({ ca }: Pick<Target, 'ca'>): void => {
  if (ca === undefined) return;
  setDefaultCACertificates([...getCACertificates('default'), ...certificatesIn(readFileSync(ca, 'utf8'))]);
};

/** The environment variable with which {@link targetOf} reads what {@link environmentOf} wrote. */
const variable = 'CONFORMANCE_TARGET';

/** Returns the environment for the process that runs the scenarios. Arguments would show the token to other users. */
export const environmentOf = (target: Target): Readonly<Record<string, string>> => ({
  [variable]: JSON.stringify(target),
});

interface SentTarget extends Pick<Target, 'token' | 'control' | 'ca'> {
  readonly service: string;
  readonly simulator?: string;
}

/** Returns the target of this process. Throws if the process was not started by `npm run conformance`. */
export const targetOf = (environment: NodeJS.ProcessEnv): Target => {
  const text = environment[variable];
  if (text === undefined) throw new Error('the profile conformance is run by: npm run conformance -- --service URL');
  const { service, simulator, ...rest } = JSON.parse(text) as SentTarget;
  return { ...rest, service: new URL(service), ...(simulator !== undefined && { simulator: new URL(simulator) }) };
};
