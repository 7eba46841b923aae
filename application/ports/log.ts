// The port of the service's own log.

/** The service's own log. `fields` are told beside the sentence; neither holds a secret. */
export interface Log {
  readonly info: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly error: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
}
