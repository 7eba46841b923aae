// Makes the calls of panels, and notes how they end.
import { errorMonitor } from 'node:events';
import type { Clock } from '../../../application/ports/clock.js';
import type { CallEnd, MadeCall } from '../evidence.js';
import { exchange } from '../machine/http-client.js';
import type { Link } from '../machine/network.js';
import type { CallPlan, Credential } from '../steps.js';
import { targetNamed } from '../targets.js';
import { base64, basic } from '../../support/http-basic.js';

export interface CallerDeps {
  readonly toService: Link;
  readonly clock: Clock;
  readonly tokensOf: (panel: number) => readonly string[];
  /** Returns the version of the configuration in force; null if no service runs. */
  readonly version: () => number | null;
  /** Returns how many runs of the service have ended. */
  readonly run: () => number;
  readonly studio: { readonly id: string; readonly serverId: string };
}

/** A token of no device. */
const unownedToken = `svc_${'0'.repeat(32)}`;

const tokenOf = (credential: Credential, tokensOf: CallerDeps['tokensOf']): string | null => {
  if (credential.by === 'unknown token') return unownedToken;
  if (!('panel' in credential)) return null;
  const tokens = tokensOf(credential.panel);
  return (credential.token === 'newest' ? tokens.at(-1) : tokens[0]) ?? unownedToken;
};

const passwordOf = (password: 'server' | 'studio' | 'none', studio: CallerDeps['studio']): string =>
  password === 'none' ? '' : base64(password === 'server' ? studio.serverId : studio.id);

const credentialHeaders = (credential: Credential, token: string | null, studio: CallerDeps['studio']) => {
  switch (credential.by) {
    case 'unknown token':
    case 'bearer':
      return { authorization: `Bearer ${token ?? ''}` };
    case 'basic':
      return { authorization: basic('panel', token ?? '') };
    case 'legacy':
      return {
        authorization: basic(credential.username, passwordOf(credential.password, studio)),
      };
    case 'query':
    case 'nothing':
      return {};
  }
};

const withQuery = (path: string, ...parameters: readonly string[]): string =>
  parameters.reduce((whole, parameter) => `${whole}${whole.includes('?') ? '&' : '?'}${parameter}`, path);

const pathOf = ({ target, value = '', errors, credential }: CallPlan, token: string | null): string => {
  const { path, missing = path } = targetNamed(target);
  const base = errors.includes('resource') ? missing : path + value;
  return withQuery(
    base,
    ...(errors.includes('parameter') ? ['timeout=never'] : []),
    ...(credential.by === 'query' ? [`token=${token ?? ''}`] : []),
  );
};

const headersOf = (plan: CallPlan, token: string | null, studio: CallerDeps['studio']) => ({
  ...credentialHeaders(plan.credential, token, studio),
  ...(plan.key !== undefined && { 'idempotency-key': plan.key }),
  ...(plan.isForwarded && { 'x-forwarded-for': '127.0.0.1' }),
  ...(plan.isFromForeignPage && { 'sec-fetch-site': 'cross-site' }),
});

/** Makes one call, which ends on its own. */
export const makeCall = (number: number, plan: CallPlan, deps: CallerDeps): MadeCall => {
  const { toService, clock, version, run, studio } = deps;
  const token = tokenOf(plan.credential, deps.tokensOf);
  const startedAtMs = clock.now();
  const call: MadeCall = {
    number,
    plan,
    token,
    startedAtMs,
    run: run(),
    versionBefore: version(),
    end: undefined,
  };
  const end = (ended: CallEnd): void => {
    call.end ??= ended;
  };
  const connection = toService.connect(plan.address);
  connection.on(errorMonitor, () => undefined);
  const method = plan.errors.includes('method') ? 'PUT' : 'GET';
  exchange(connection, { method, path: pathOf(plan, token), headers: headersOf(plan, token, studio) }).then(
    ({ status, headers, body }) => {
      const action = headers['x-action-id'];
      end({
        how: 'answered',
        atMs: clock.now(),
        versionAfter: version(),
        status,
        body,
        action: typeof action === 'string' ? action : null,
      });
    },
    () => {
      end({ how: 'failed', atMs: clock.now() });
    },
  );
  if (plan.hangsUpAfterMs !== undefined)
    clock.after(plan.hangsUpAfterMs, () => {
      end({ how: 'hung up', atMs: clock.now() });
      connection.destroy();
    });
  return call;
};
