// Who may call an endpoint of the console, and what the endpoint knows of its caller.
import type { Address } from '../../../domain/access/address.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import type { Requirement } from '../../../domain/console/requirement.js';
import type { ServiceSends } from '../../../domain/console/service-sends.js';
import type { Session, StudioEntry } from '../../ports/console-store.js';
import type { SessionClient, SignedIn } from '../sign-in/sessions.js';

/** The operator who calls, and which resource states they have seen. */
export interface ConsoleCaller {
  readonly operator: OperatorRoles;
  /** The session of the call; undefined for HTTP Basic. */
  readonly session: Session | undefined;
  /** Whether the caller has seen the state with this tag; true if the call doesn't specify any. */
  readonly hasSeen: (tag: string) => boolean;
  /** Takes the summary of the change for the audit log. The last one counts, because a change may be tried again. */
  readonly note?: (summary: string) => void;
  /** Is called if the call turns out to change nothing: the audit log then doesn't record it, as it records no reads. */
  readonly readsOnly?: () => void;
}

/** The owner of an account, who calls about it. */
export interface OwnAccountCaller extends SignedIn {
  readonly from: Address;
}

/** Somebody who may not be signed in. */
export interface Visitor {
  readonly client: SessionClient;
  /** The session key that the browser sends. */
  readonly sessionKey: string | undefined;
  /** What the browser keeps of a sign-in at the provider that it has begun; empty if there is none. */
  readonly pending: string;
  readonly rawQuery: string;
}

/** A studio whose service is authenticated. */
export interface AdmittedStudio extends StudioEntry {
  /** The hash of the key that the service has shown: of the current key or of the old one. */
  readonly shownHash: string;
}

/** A service of a studio. */
export interface ServiceCaller {
  readonly entry: AdmittedStudio;
  /** Whether the service lists that it may send something. */
  readonly sends: (sent: ServiceSends) => boolean;
}

/** A service of which only the studio's id is known. */
export interface StreamingServiceCaller {
  readonly studioId: string;
}

/** The callers of endpoints that don't require an operator's role. */
export interface CallersByScope {
  /** Operators about their own account, also if they have to choose a password before anything else. */
  readonly 'own-account': OwnAccountCaller;
  /** The same, also if they have to choose a password or to set up a second factor before anything else. */
  readonly 'account-overview': OwnAccountCaller;
  /** The same, also if they have to set up a second factor before anything else. */
  readonly 'enrolling-account': OwnAccountCaller;
  readonly anybody: Visitor;
  /** Anybody with the key of a session, which may have ended. */
  readonly 'session-key': Visitor;
  /** Programs with the token of the metrics. */
  readonly metrics: Visitor;
  /** A service with its studio key. */
  readonly service: ServiceCaller;
  /** A service with the key of its open stream, which is accepted without a read of the store, or with its studio key. */
  readonly 'streaming-service': StreamingServiceCaller;
}

/** Who may call an endpoint. A `Requirement` admits operators. */
export type Admission = Requirement | { readonly scope: keyof CallersByScope };

/** The caller whom an endpoint admits. */
export type CallerOf<Admitted extends Admission> = Admitted['scope'] extends keyof CallersByScope
  ? CallersByScope[Admitted['scope']]
  : ConsoleCaller;

/** The caller of an endpoint. */
export type Caller = CallerOf<Requirement> | CallersByScope[keyof CallersByScope];
