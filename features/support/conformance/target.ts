// The service that the conformance kit examines, and what the kit may use of it.
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

/** Trusts the authorities of a target, in addition to those of Node.js and of `NODE_EXTRA_CA_CERTS`. Throws if they can't be used. */
export const trustAuthorities = ({ ca }: Pick<Target, 'ca'>): void => {
  if (ca !== undefined) setDefaultCACertificates([...getCACertificates('default'), readFileSync(ca, 'utf8')]);
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
