// The records of a studio that the module shows. Fields that it doesn't use are left out.

/** A record with an id and a name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export type Tally = 'program' | 'preview' | 'off' | null;

/** A clip of a bank. */
export interface Clip {
  readonly number: number;
  readonly key: string;
  readonly name: string;
}

/** A scene of an output. */
export interface Scene {
  readonly id: string;
  /** The key of the clip that plays, or null. */
  readonly clip: string | null;
  readonly bank: string | null;
  readonly paused: boolean;
  /** Of the moment at which the record was sent, in milliseconds; null if it is unknown or endless. */
  readonly remainingMs: number | null;
  readonly cued: { readonly bank: string; readonly clip: string } | null;
  readonly graphic: { readonly shown: boolean } | null;
}

export interface Output extends Named {
  readonly slot: string;
  readonly scenes: readonly Scene[];
  readonly connected: boolean;
  readonly tally: Tally;
}

export interface Signal extends Named {
  readonly identifier: string;
  readonly value: boolean | null;
  readonly connected: boolean;
}

export interface Camera extends Named {
  readonly angle: string | null;
  readonly connected: boolean;
  readonly tally: Tally;
}

export interface Macro extends Named {
  readonly state: string;
  readonly parameters: readonly { readonly name: string; readonly default?: string | number | boolean | null }[];
}

export interface Automation extends Named {
  readonly state: string;
  readonly nextRunAt: string | null;
}

export interface Bank {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
}

export interface Station extends Named {
  readonly holdsStudio: boolean;
}

export interface Variable extends Named {
  readonly type: string;
  readonly value: string | number | boolean | null;
}

export interface Alarm {
  readonly id: string;
  readonly message: string;
  readonly clearedAt: string | null;
}

/** What `/api/v2/state` returns. Parts that are switched off or not allowed are missing. */
export interface StateRecords {
  readonly lastEventId: string;
  readonly studio?: Named & { readonly status: string };
  readonly stations?: readonly Station[];
  readonly signals?: readonly Signal[];
  readonly macros?: readonly Macro[];
  readonly automations?: readonly Automation[];
  readonly outputs?: readonly Output[];
  readonly banks?: readonly Bank[];
  readonly cameras?: readonly Camera[];
  readonly variables?: readonly Variable[];
}
