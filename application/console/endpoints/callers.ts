// Who may call an endpoint of the console, and what the endpoint knows of its caller.
import type { Address } from '../../../domain/access/address.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import type { Requirement } from '../../../domain/console/requirement.js';
import type { ServiceSends } from '../../../domain/console/service-sends.js';
import type { Session, StudioEntry } from '../../ports/console-store.js';
import type { SessionClient, SignedIn } from '../sign-in/sessions.js';

/** Operators, about their own account: also those who have to set up a second factor first, if `beforeEnrolment` is set. */
export interface OwnAccount {
  readonly scope: 'own-account';
  readonly beforeEnrolment: boolean;
}

/**
 * Callers who don't sign in. `anybody`: without credentials; `session-key`: with the key of a session, which may have ended;
 * `metrics`: programs with the token of the metrics.
 */
export interface NotSignedIn {
  readonly scope: 'anybody' | 'session-key' | 'metrics';
}

/** The service of a studio, with its studio key. */
export interface StudioService {
  readonly scope: 'service';
}

/** A service with the key of its open stream, which is accepted without a read of the store, or with its studio key. */
export interface StreamingService {
  readonly scope: 'streaming-service';
}

/** Who may call an endpoint. A `Requirement` admits operators. */
export type Admission = Requirement | OwnAccount | NotSignedIn | StudioService | StreamingService;

/** The operator who calls, and which resource states they have seen. */
export interface ConsoleCaller {
  readonly operator: OperatorRoles;
  /** The session of the call; undefined for HTTP Basic. */
  readonly session: Session | undefined;
  /** Whether the caller has seen the state with this tag; true if the call doesn't specify any. */
  readonly hasSeen: (tag: string) => boolean;
  /** Takes the summary of the change for the audit log. The last one counts, because a change may be tried again. */
  readonly note?: (summary: string) => void;
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

/** The caller of an endpoint. */
export type Caller = ConsoleCaller | OwnAccountCaller | Visitor | ServiceCaller | StreamingServiceCaller;

/** The caller whom an endpoint admits. */
export type CallerOf<Admitted extends Admission> = Admitted extends OwnAccount
  ? OwnAccountCaller
  : Admitted extends NotSignedIn
    ? Visitor
    : Admitted extends StudioService
      ? ServiceCaller
      : Admitted extends StreamingService
        ? StreamingServiceCaller
        : ConsoleCaller;

/** Admits anybody. */
export const anybody: NotSignedIn = { scope: 'anybody' };

/** Admits anybody with the key of a session, which may have ended. */
export const sessionKey: NotSignedIn = { scope: 'session-key' };

/** Admits operators to their own account. */
export const ownAccount: OwnAccount = { scope: 'own-account', beforeEnrolment: false };

/** Admits operators to their own account, before they have set up a second factor. */
export const ownAccountBeforeEnrolment: OwnAccount = { scope: 'own-account', beforeEnrolment: true };

/** Admits the service of a studio. */
export const studioService: StudioService = { scope: 'service' };

/** Admits the service of a studio by the key of its stream. */
export const streamingService: StreamingService = { scope: 'streaming-service' };

/** Admits programs with the token of the metrics. */
export const metricsReader: NotSignedIn = { scope: 'metrics' };
