// The ports of the audit log: what is recorded, and where its entries are stored.

/** What an entry reports. Programs that read the audit log rely on these names. */
export type AuditKind =
  /** The program has started or is about to end. */
  | 'started'
  | 'stopped'
  /** An answered control call of the device-control API. */
  | 'action'
  /** An access configuration that came into force at the service, or that the service refused. */
  | 'configuration'
  /** A studio file that was read while the service ran, and came into force or was refused. */
  | 'studio-file'
  /** A change at the console, or an operator's attempt at one. */
  | 'change'
  /** An operator has signed in, failed to, or signed out. */
  | 'sign-in'
  | 'sign-in.failed'
  | 'sign-out'
  /** A call of the device-control API whose caller was not let in. */
  | 'refused'
  /** Entries that could not be stored. */
  | 'lost';

/** What happened. Fields that don't apply are absent. Never contains a secret. */
export interface AuditEvent {
  readonly kind: AuditKind;
  /** Who: as in the request log, `operator:<username>` or `console`; null if nobody was identified. */
  readonly caller?: string | null;
  /** The caller's address. */
  readonly address?: string;
  /** What: the name of the operation or endpoint, such as `clip.play` or `device.revoke`. */
  readonly operation?: string;
  /** On what: the path of the call, with its query and without tokens. */
  readonly target?: string;
  /** The HTTP status of the answer. */
  readonly status?: number;
  /** The error code of the answer; null for a success. */
  readonly error?: string | null;
  readonly actionId?: string;
  /** The version of the access configuration. */
  readonly version?: number;
  /** One sentence for people. */
  readonly summary?: string;
  /** The version of the program. */
  readonly program?: string;
  /** How many events the entry stands for; absent for one. The other fields are those of the last one. */
  readonly count?: number;
  /** When counting began: ISO 8601, UTC. */
  readonly since?: string;
}

/** The part of the system that writes an audit log. */
export type AuditPart = 'service' | 'console';

/** An event as it is stored. */
export interface AuditEntry extends AuditEvent {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly part: AuditPart;
}

/**
 * Entries about strangers, and about changes that were refused or changed nothing, have a limited share of the space of
 * their own, so that they never displace other entries (AUDIT-3, AUDIT-8).
 */
export type AuditShare = 'known' | 'refused';

/** Stores entries. */
export interface AuditSink {
  /** Accepts an entry at once, and stores it in the background. Never throws. */
  readonly write: (entry: AuditEntry, share: AuditShare) => void;
  /** Resolves when everything is stored, or after half a second. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Records what happens. Nothing waits for the disk or the network, and nothing is thrown. */
export interface Audit {
  /** Records an event of a known caller, or of the program itself. */
  readonly record: (event: AuditEvent) => void;
  /**
   * Records an event of somebody who was not let in, or who changed nothing: the first of its kind, caller, address,
   * operation and error at once, further ones as a count every ten minutes (AUDIT-3, AUDIT-8).
   */
  readonly recordRefusal: (event: AuditEvent) => void;
}
