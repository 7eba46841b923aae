// The port of the service's own log.

/** The service's own log. Neither the sentence nor the fields contain a secret. */
export interface Log {
  /** For what happens all the time, such as calls that only read. Not written by default. */
  readonly debug: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly info: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly error: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
}
