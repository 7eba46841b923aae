// The reads, actions, events and records of the device-control API, made from its documents (`npm run openapi:freeze`).

/**
 * The id of the action
 */
export type ActionId = string;
/**
 * The error code, for programs
 */
export type ErrorCode =
  | 'unauthorized'
  | 'read_only'
  | 'forbidden'
  | 'feature_disabled'
  | 'method_not_allowed'
  | 'invalid_parameter'
  | 'station_mismatch'
  | 'not_found'
  | 'conflict'
  | 'device_error'
  | 'device_unavailable'
  | 'ack_timeout'
  | 'unavailable'
  | 'internal_error';

export interface Api {
  Reads: Reads;
  Actions: Actions;
  Events: Events;
  ErrorCode: ErrorCode;
  DryRun: DryRun;
}
export interface Reads {
  /**
   * The enabled features, and links to further routes
   */
  'index.get': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      /**
       * The name of the service
       */
      service: string;
      /**
       * Its version
       */
      version: string;
      features: readonly Feature[];
      /**
       * What the caller is limited to; absent if it isn’t limited to operations
       */
      operations?: readonly PermittedOperation[];
      /**
       * Paths of further routes by name
       */
      links: {
        [k: string]: string;
      };
    };
  };
  /**
   * Whether the service is up, and whether something limits it
   */
  'system.health': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      /**
       * degraded while a device or the console is away, an automation has failed, or a file can’t be written
       */
      status: 'ok' | 'degraded';
    };
  };
  /**
   * The last 100 calls, newest first
   */
  'request.list': {
    parameters: {
      /**
       * `known` lists the last 100 calls whose caller was identified instead: calls of strangers never displace them
       */
      callers?: string | number | boolean;
    };
    result: {
      ok: true;
      requests: readonly RequestLogEntry[];
    };
  };
  /**
   * The caller's last 100 actions, newest first; for the host those of all callers
   */
  'action.list': {
    parameters: {
      /**
       * The id of an action of the list: only newer ones are listed
       */
      since?: string | number | boolean;
    };
    result: {
      ok: true;
      actions: readonly Action[];
    };
  };
  /**
   * The state of an action
   */
  'action.get': {
    parameters: {
      /**
       * The id of the action, from the header X-Action-Id
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      action: Action;
    };
  };
  /**
   * The open alarms, newest first
   */
  'alarm.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      alarms: readonly Alarm[];
    };
  };
  /**
   * The metrics of the running service; the plain twin has the text format of Prometheus
   */
  'metric.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      metrics: readonly Metric[];
    };
  };
  /**
   * Everything that the caller may read, at one moment
   */
  'state.get': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      /**
       * A stream with this `Last-Event-ID` begins with the first change after this state
       */
      lastEventId: string;
      studio?: Studio;
      station?: Station | null;
      stations?: readonly Station[];
      signals?: readonly Signal[];
      macros?: readonly Macro[];
      automations?: readonly Automation[];
      outputs?: readonly Output[];
      banks?: readonly Bank[];
      cameras?: readonly Camera[];
      variables?: readonly Variable[];
    };
  };
  /**
   * The panels of the studio that the caller may use
   */
  'panel.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      panels: readonly PanelName[];
    };
  };
  /**
   * One panel, with the keys that the caller may use
   */
  'panel.get': {
    parameters: {
      /**
       * Panel id, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      panel: Panel;
    };
  };
  /**
   * The service's version, uptime, clock, connections and health
   */
  'core.get': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      core: Core;
    };
  };
  /**
   * The studio's id, name and on-air status
   */
  'studio.get': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      studio: Studio;
    };
  };
  /**
   * Whether the studio is on air
   */
  'studio.status': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      status: 'on_air' | 'off_air';
    };
  };
  /**
   * The station that holds the studio
   */
  'station.get': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      station: Station | null;
    };
  };
  /**
   * All stations, and which one holds the studio
   */
  'station.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      stations: readonly Station[];
    };
  };
  /**
   * All signals of the studio with their values
   */
  'signal.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      signals: readonly Signal[];
    };
  };
  /**
   * One signal
   */
  'signal.get': {
    parameters: {
      /**
       * Signal id or identifier, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      signal: Signal;
    };
  };
  /**
   * All macros of the studio with their states
   */
  'macro.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      macros: readonly Macro[];
    };
  };
  /**
   * One macro
   */
  'macro.get': {
    parameters: {
      /**
       * Macro id, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      macro: Macro;
    };
  };
  /**
   * The station's automations with their states
   */
  'automation.list': {
    parameters: {
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      automations: readonly Automation[];
    };
  };
  /**
   * One automation
   */
  'automation.get': {
    parameters: {
      /**
       * Automation id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      automation: Automation;
    };
  };
  /**
   * All outputs and what their scenes play
   */
  'output.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      outputs: readonly Output[];
    };
  };
  /**
   * One output
   */
  'output.get': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
    };
    result: {
      ok: true;
      output: Output;
    };
  };
  /**
   * How long the clip of a scene still runs
   */
  'output.remaining': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
    };
    result: {
      ok: true;
      /**
       * Whole seconds, rounded up; null when nothing runs or it can’t be known
       */
      value: number | null;
    };
  };
  /**
   * Whether an output is on air
   */
  'output.tally': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
    };
    result: {
      ok: true;
      /**
       * `program`: on air; `preview`: about to be on air; `off`: neither; null while this is unknown
       */
      value: ('program' | 'preview' | 'off') | null;
    };
  };
  /**
   * The graphic of a scene, and whether it is on air
   */
  'graphic.get': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
    };
    result: {
      ok: true;
      graphic: Graphic;
    };
  };
  /**
   * All clip banks, and which one is active
   */
  'bank.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      banks: readonly Bank[];
    };
  };
  /**
   * One clip bank
   */
  'bank.get': {
    parameters: {
      /**
       * Bank key, in any letters’ case
       */
      key: string | number | boolean;
    };
    result: {
      ok: true;
      bank: Bank;
    };
  };
  /**
   * The clips of a bank
   */
  'bank.clips': {
    parameters: {
      /**
       * Bank key, in any letters’ case
       */
      key: string | number | boolean;
    };
    result: {
      ok: true;
      clips: readonly Clip[];
    };
  };
  /**
   * All cameras with their recalled angles
   */
  'camera.list': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      cameras: readonly Camera[];
    };
  };
  /**
   * One camera
   */
  'camera.get': {
    parameters: {
      /**
       * Camera id, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      camera: Camera;
    };
  };
  /**
   * The angles of a camera
   */
  'camera.angles': {
    parameters: {
      /**
       * Camera id, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      angles: readonly Angle[];
    };
  };
  /**
   * Whether the picture of a camera is on air
   */
  'camera.tally': {
    parameters: {
      /**
       * Camera id, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      /**
       * `program`: on air; `preview`: about to be on air; `off`: neither; null while this is unknown
       */
      value: ('program' | 'preview' | 'off') | null;
    };
  };
  /**
   * The station's variables with their values
   */
  'variable.list': {
    parameters: {
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      variables: readonly Variable[];
    };
  };
  /**
   * One variable
   */
  'variable.get': {
    parameters: {
      /**
       * Variable id or name, in any letters’ case
       */
      name: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      variable: Variable;
    };
  };
  /**
   * One variable's value
   */
  'variable.value': {
    parameters: {
      /**
       * Variable id or name, in any letters’ case
       */
      name: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      /**
       * A value of the variable’s type; null while unset
       */
      value: string | number | boolean | null;
    };
  };
}
/**
 * A feature that is switched on, for read, for control or for both
 */
export interface Feature {
  tag:
    | 'system'
    | 'core'
    | 'studio'
    | 'station'
    | 'signals'
    | 'macros'
    | 'automations'
    | 'outputs'
    | 'cameras'
    | 'variables'
    | 'legacy';
  name: string;
  read: boolean;
  control: boolean;
}
/**
 * An operation that the caller is limited to, with the values that its parameters must have
 */
export interface PermittedOperation {
  operation: string;
  with: {
    [k: string]: string;
  };
}
/**
 * One call of the API and its response
 */
export interface RequestLogEntry {
  time: string;
  address: string;
  /**
   * `loopback`, `device:<name>`, `legacy:<username>` or `lan:<label>`; null if no caller was resolved
   */
  caller: string | null;
  method: string;
  /**
   * With its query; tokens read `***`
   */
  path: string;
  status: number;
  /**
   * The error code; null for a success
   */
  error: string | null;
}
/**
 * The state of an action. It stays pending until it is acknowledged, fails or times out. An action that has timed out becomes acknowledged or failed when its device reports the end later
 */
export interface Action {
  /**
   * As in X-Action-Id
   */
  id: string;
  operation: string;
  /**
   * As in the request log; null if no caller was resolved
   */
  caller: string | null;
  state: 'pending' | 'acknowledged' | 'failed' | 'timed_out';
  startedAt: string;
  /**
   * Null while its end is unknown
   */
  endedAt: string | null;
  /**
   * The error code; stays ack_timeout when the acknowledgement came after the time-out
   */
  error: string | null;
}
/**
 * Something that is wrong with the studio or the service
 */
export interface Alarm {
  id: string;
  /**
   * Such as `output_away`, `signal_away`, `camera_away`, `backup_differs`, `graphic_failed`, `playlist_failed`, `tally_failed`, `tally_away`, `publish_away`, `device_floods`, `macro_failed`, `automation_failed`, `automation_missed`, `automation_loops`, `studio_file_refused`, `file_unwritable`, `console_away`, `webhook_away`; later versions may add others
   */
  kind: string;
  /**
   * What the alarm is about, such as the id of a record
   */
  subject: string;
  /**
   * One sentence for people
   */
  message: string;
  raisedAt: string;
  /**
   * When it was over; null while it is open
   */
  clearedAt: string | null;
}
/**
 * A metric of the service, named as in Prometheus
 */
export interface Metric {
  name: string;
  /**
   * What it measures, for people
   */
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  samples: {
    /**
     * The metric's name; of a histogram, that of one of its series
     */
    name: string;
    labels: {
      [k: string]: string;
    };
    value: number;
  }[];
}
/**
 * The studio, and whether it is on air
 */
export interface Studio {
  id: string;
  name: string;
  status: 'on_air' | 'off_air';
}
/**
 * A station that may hold the studio
 */
export interface Station {
  id: string;
  name: string;
  holdsStudio: boolean;
}
/**
 * A line of the studio that is on or off
 */
export interface Signal {
  id: string;
  identifier: string;
  name: string;
  /**
   * True while it is on, false while it is off; null while this is unknown
   */
  value: boolean | null;
  /**
   * Whether its line is connected
   */
  connected: boolean;
  /**
   * Present if the device does not report its state, so that commands are confirmed by its reply (accepted), or by nothing but that they were sent (sent). The state shown is then the one of the last command
   */
  confirmedBy?: 'accepted' | 'sent';
}
/**
 * A macro. `step` is the current step, from 1 to `steps`; 0 while idle
 */
export interface Macro {
  id: string;
  name: string;
  state: 'idle' | 'running';
  step: number;
  steps: number;
  parameters: readonly MacroParameter[];
  /**
   * How the last run ended; null if none has. A run that goes on is not shown
   */
  lastRun: LastRun | null;
}
/**
 * A query parameter of the macro’s run
 */
export interface MacroParameter {
  name: string;
  type: 'STRING' | 'NUMBER' | 'BOOLEAN';
  /**
   * Used where a call names no value; null if it must
   */
  default: string | number | boolean | null;
}
/**
 * How the last run ended
 */
export interface LastRun {
  /**
   * done: all steps are done; stopped: it ended before that, without a fault; failed: a step failed
   */
  outcome: 'done' | 'stopped' | 'failed';
  /**
   * The number of the step that it ended at, from 1; null if it had no steps
   */
  step: number | null;
  /**
   * The error code of the step that failed; null if none did
   */
  error: string | null;
  startedAt: string;
  endedAt: string;
}
/**
 * An automation of the station
 */
export interface Automation {
  id: string;
  name: string;
  state: 'stopped' | 'running' | 'paused' | 'failed';
  /**
   * When its trigger fires next; null if this is unknown, or while the automation isn’t running
   */
  nextRunAt: string | null;
  /**
   * How the last run ended; null if none has. A run that goes on is not shown
   */
  lastRun: LastRun | null;
}
/**
 * A slot of the studio with one or several playout scenes
 */
export interface Output {
  id: string;
  slot: string;
  name: string;
  scenes: readonly Scene[];
  /**
   * Whether its player is connected
   */
  connected: boolean;
  /**
   * `program`: on air; `preview`: about to be on air; `off`: neither; null while this is unknown
   */
  tally: ('program' | 'preview' | 'off') | null;
  /**
   * Present if the device does not report its state, so that commands are confirmed by its reply (accepted), or by nothing but that they were sent (sent). The state shown is then the one of the last command
   */
  confirmedBy?: 'accepted' | 'sent';
  /**
   * Which of its players leads: the record shows what that one shows. Absent without a backup
   */
  lead?: 'main' | 'backup';
  /**
   * What its main and its backup player show. Absent without a backup
   */
  players?: readonly OutputPlayer[];
}
/**
 * What a scene plays, how much of it remains, what is cued, its graphic and its playlist
 */
export interface Scene {
  id: string;
  /**
   * Key of the clip that is on; null if none is
   */
  clip: string | null;
  /**
   * Key of its bank
   */
  bank: string | null;
  /**
   * When it was put on air
   */
  startedAt: string | null;
  /**
   * When it ends; null while it loops, is paused or this is unknown
   */
  endsAt: string | null;
  /**
   * Its position at the time of the response
   */
  positionMs: number | null;
  /**
   * Its length, as the player reports it, else as the studio file has it; null if unknown
   */
  durationMs: number | null;
  /**
   * What remains at the time of the response; null when endsAt is
   */
  remainingMs: number | null;
  /**
   * Whether it is paused
   */
  paused: boolean;
  /**
   * Whether it starts again at its end
   */
  loop: boolean;
  /**
   * The clip that the next take puts on air; null if none is cued
   */
  cued: CuedClip | null;
  /**
   * The template over the scene; null if the scene has none
   */
  graphic: Graphic | null;
  /**
   * The playlist that runs in the scene; null if none does
   */
  playlist: Playlist | null;
}
export interface CuedClip {
  bank: string;
  clip: string;
}
/**
 * A template over a scene, filled from the variables of a station
 */
export interface Graphic {
  /**
   * The template’s path below the player’s template folder
   */
  template: string;
  /**
   * Whether the graphic is on air
   */
  shown: boolean;
  /**
   * Id of the station whose variables fill it; null while it is off air or unknown
   */
  station: string | null;
  /**
   * The texts that the player accepted last, by field; empty while it is off air or unknown
   */
  fields: {
    [k: string]: string;
  };
  /**
   * Why the last update of the fields failed; null if it did not
   */
  error: string | null;
}
/**
 * Where a playlist stands
 */
export interface Playlist {
  /**
   * Key of its bank
   */
  bank: string;
  /**
   * Number of its present clip, from 1
   */
  at: number;
  /**
   * How many clips it has
   */
  of: number;
  /**
   * Key of the clip that follows; null after the last one
   */
  next: string | null;
  /**
   * Whether it starts again at its end
   */
  loop: boolean;
}
/**
 * What one of the two players of an output shows
 */
export interface OutputPlayer {
  player: 'main' | 'backup';
  connected: boolean;
  scenes: readonly PlayerScene[];
}
export interface PlayerScene {
  id: string;
  /**
   * Key of the clip that it shows; null if it shows none, or this is unknown
   */
  clip: string | null;
  /**
   * Key of its bank
   */
  bank: string | null;
  /**
   * Its position at the time of the response; null while the player is not connected
   */
  positionMs: number | null;
  paused: boolean;
  /**
   * The clip that the next take puts on air; null if none is cued
   */
  cued: CuedClip | null;
}
/**
 * A bank of clips. Calls play from the active bank unless they name another
 */
export interface Bank {
  key: string;
  name: string;
  active: boolean;
}
/**
 * A camera and its recalled angle
 */
export interface Camera {
  id: string;
  name: string;
  /**
   * Id of the recalled angle; null before the first recall, and while the camera is not connected
   */
  angle: string | null;
  /**
   * Whether the camera is connected
   */
  connected: boolean;
  /**
   * `program`: on air; `preview`: about to be on air; `off`: neither; null while this is unknown
   */
  tally: ('program' | 'preview' | 'off') | null;
  /**
   * Present if the device does not report its state, so that commands are confirmed by its reply (accepted), or by nothing but that they were sent (sent). The state shown is then the one of the last command
   */
  confirmedBy?: 'accepted' | 'sent';
}
/**
 * A value that the station's programs share
 */
export interface Variable {
  id: string;
  name: string;
  type: 'STRING' | 'NUMBER' | 'BOOLEAN';
  /**
   * A value of the variable’s type; null while unset
   */
  value: string | number | boolean | null;
}
export interface PanelName {
  id: string;
  name: string;
}
/**
 * Pages of keys that call actions or show values
 */
export interface Panel {
  id: string;
  name: string;
  /**
   * The station that its calls are meant for; null for none
   */
  station: string | null;
  pages: readonly PanelPage[];
}
export interface PanelPage {
  name: string;
  /**
   * Keys in a row; null for as many as fit
   */
  columns: number | null;
  /**
   * Row by row; null for an empty place, and for a key that the caller may not use
   */
  keys: (PanelKey | null)[];
}
/**
 * A key of a panel
 */
export interface PanelKey {
  label: string;
  /**
   * The action that it calls; null if it shows a value
   */
  press: string | null;
  /**
   * The read whose value it shows; null if it calls an action
   */
  show: string | null;
  /**
   * The parameters of either
   */
  with: {
    [k: string]: string;
  };
  colour: 'grey' | 'red' | 'amber' | 'green' | 'blue' | 'violet';
  icon:
    | (
        | 'play'
        | 'pause'
        | 'stop'
        | 'take'
        | 'next'
        | 'previous'
        | 'loop'
        | 'graphic'
        | 'light'
        | 'door'
        | 'microphone'
        | 'speaker'
        | 'camera'
        | 'star'
        | 'warning'
        | 'power'
      )
    | null;
  /**
   * How long it is held before it calls, in milliseconds; 0 for not at all
   */
  hold: number;
  /**
   * Whether the panel asks before it calls
   */
  confirm: boolean;
  /**
   * The path of its call, with the query
   */
  path: string;
  /**
   * The record that it is about; null if there is none
   */
  about: PanelKeySubject | null;
}
export interface PanelKeySubject {
  /**
   * The kind of the record: the first part of its path
   */
  kind: string;
  /**
   * The id of the record; null for the studio and its stations
   */
  id: string | null;
  /**
   * The scene that the key names; null for none
   */
  scene: string | null;
  /**
   * The bank of the clip; null without a clip
   */
  bank: string | null;
  /**
   * The key of the clip; null without one
   */
  clip: string | null;
}
/**
 * The service itself: its version, uptime, clock, connections and health
 */
export interface Core {
  version: string;
  /**
   * Milliseconds since the service started
   */
  uptimeMs: number;
  /**
   * The service's clock
   */
  time: string;
  cloud: {
    connected: boolean;
  };
  drivers: readonly Connection[];
  /**
   * Whether the devices are simulated
   */
  simulated: boolean;
  /**
   * degraded while a device or the console is away, an automation has failed, or a file can’t be written
   */
  status: 'ok' | 'degraded';
  /**
   * The open alarms that degrade the status, newest first; those that the caller may read
   */
  reasons: readonly Alarm[];
}
/**
 * The player of an output, by the output's id
 */
export interface Connection {
  id: string;
  connected: boolean;
  /**
   * How the state of the player is known: reported with every frame (osc; osc_default_port if the player can only report to its default port), or read after commands and every 30 seconds because no report arrives (info); null if it is unknown, or if the driver knows only one way
   */
  stateSource: ('osc' | 'osc_default_port' | 'info') | null;
}
/**
 * A clip: its number in its bank, its key, and its duration in milliseconds; null if the studio file has none
 */
export interface Clip {
  /**
   * Identifies the clip in its bank, for calls
   */
  number: number;
  /**
   * Identifies the clip in its bank, for calls and in the studio file
   */
  key: string;
  /**
   * Shown to people
   */
  name: string;
  durationMs: number | null;
}
/**
 * One angle of a camera
 */
export interface Angle {
  /**
   * Identifies the record in calls and in the studio file
   */
  id: string;
  /**
   * Shown to people
   */
  name: string;
}
export interface Actions {
  /**
   * Take the studio on air
   */
  'studio.onair': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      operation: 'studio.onair';
      action: ActionId;
      studio: Studio;
    };
  };
  /**
   * Take the studio off air
   */
  'studio.offair': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      operation: 'studio.offair';
      action: ActionId;
      studio: Studio;
    };
  };
  /**
   * Let a station take the studio
   */
  'station.take': {
    parameters: {
      /**
       * Station id or name, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'station.take';
      action: ActionId;
      station: Station;
    };
  };
  /**
   * Release the studio from its holder
   */
  'station.release': {
    parameters: Record<string, never>;
    result: {
      ok: true;
      operation: 'station.release';
      action: ActionId;
      station: Station | null;
    };
  };
  /**
   * Switch a signal on
   */
  'signal.on': {
    parameters: {
      /**
       * Signal id or identifier, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'signal.on';
      action: ActionId;
      signal: Signal;
    };
  };
  /**
   * Switch a signal off
   */
  'signal.off': {
    parameters: {
      /**
       * Signal id or identifier, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'signal.off';
      action: ActionId;
      signal: Signal;
    };
  };
  /**
   * Switch a signal to its other value
   */
  'signal.toggle': {
    parameters: {
      /**
       * Signal id or identifier, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'signal.toggle';
      action: ActionId;
      signal: Signal;
    };
  };
  /**
   * Switch a signal on, and off again after a while
   */
  'signal.pulse': {
    parameters: {
      /**
       * Signal id or identifier, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * How long it stays on, in milliseconds
       */
      ms?: number;
    };
    result: {
      ok: true;
      operation: 'signal.pulse';
      action: ActionId;
      signal: Signal;
    };
  };
  /**
   * Run a macro
   */
  'macro.run': {
    parameters: {
      /**
       * Macro id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * The parameters of the macro, by name. A macro lists them as `parameters`
       */
      parameters?: {
        [k: string]: string | number | boolean;
      };
    };
    result: {
      ok: true;
      operation: 'macro.run';
      action: ActionId;
      macro: Macro;
    };
  };
  /**
   * Stop a macro before its next step
   */
  'macro.stop': {
    parameters: {
      /**
       * Macro id, in any letters’ case
       */
      id: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'macro.stop';
      action: ActionId;
      macro: Macro;
    };
  };
  /**
   * Start an automation
   */
  'automation.start': {
    parameters: {
      /**
       * Automation id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'automation.start';
      action: ActionId;
      automation: Automation;
    };
  };
  /**
   * Pause an automation before its next step
   */
  'automation.pause': {
    parameters: {
      /**
       * Automation id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'automation.pause';
      action: ActionId;
      automation: Automation;
    };
  };
  /**
   * Resume a paused automation
   */
  'automation.resume': {
    parameters: {
      /**
       * Automation id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'automation.resume';
      action: ActionId;
      automation: Automation;
    };
  };
  /**
   * Stop an automation
   */
  'automation.stop': {
    parameters: {
      /**
       * Automation id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'automation.stop';
      action: ActionId;
      automation: Automation;
    };
  };
  /**
   * Play a clip on an output
   */
  'clip.play': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Clip number in the bank, or a clip key in any letters’ case
       */
      number: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Key of the clip bank to use instead of the active one
       */
      bank?: string | number | boolean;
      /**
       * The player’s first reply counts as the acknowledgement, before the clip runs
       */
      confirm?: 'accepted';
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'clip.play';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Stop what an output plays, in one scene or in all
   */
  'output.stop': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; default: all scenes of the output
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.stop';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Prepare a clip, so that the next take puts it on air
   */
  'clip.cue': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Clip number in the bank, or a clip key in any letters’ case
       */
      number: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Key of the clip bank to use instead of the active one
       */
      bank?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'clip.cue';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Put the cued clip on air
   */
  'output.take': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.take';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Pause the clip that is on air
   */
  'output.pause': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.pause';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Let a paused clip run on
   */
  'output.resume': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.resume';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Move the clip that is on air to another position
   */
  'output.seek': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Position in the clip, before its end, in milliseconds
       */
      ms: number;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.seek';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Set which player of an output leads
   */
  'output.lead': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Which of the two players leads
       */
      player: 'main' | 'backup';
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.lead';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Bring the player that does not lead to what the leading one shows
   */
  'output.follow': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'output.follow';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Play the clips of a bank, one after the other
   */
  'playlist.play': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Key of the bank, in any letters’ case
       */
      key: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * The first clip: its number or key in the bank; default: the first of the bank
       */
      from?: string | number | boolean;
      /**
       * The last clip: its number or key in the bank; default: the last of the bank
       */
      until?: string | number | boolean;
      /**
       * `1`: after the last clip the first one follows
       */
      loop?: '0' | '1';
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'playlist.play';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Play the next clip of the playlist now
   */
  'playlist.next': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'playlist.next';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Play the clip before in the playlist now; the first one again if it is on
   */
  'playlist.previous': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'playlist.previous';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * End the playlist at the end of the clip that is on
   */
  'playlist.stop': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'playlist.stop';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Show the graphic of a scene
   */
  'graphic.show': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'graphic.show';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Hide the graphic of a scene
   */
  'graphic.hide': {
    parameters: {
      /**
       * Output id or slot key, in any letters’ case
       */
      slot: string | number | boolean;
      /**
       * Id of the playout scene; optional if the output has exactly one
       */
      scene?: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'graphic.hide';
      action: ActionId;
      output: Output;
    };
  };
  /**
   * Make a bank the active one
   */
  'bank.activate': {
    parameters: {
      /**
       * Bank key, in any letters’ case
       */
      key: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'bank.activate';
      action: ActionId;
      bank: Bank;
    };
  };
  /**
   * Recall an angle of a camera
   */
  'camera.recall': {
    parameters: {
      /**
       * Camera id, in any letters’ case
       */
      id: string | number | boolean;
      /**
       * Angle id, in any letters’ case
       */
      angle: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'camera.recall';
      action: ActionId;
      camera: Camera;
    };
  };
  /**
   * Set a variable; an empty value unsets it
   */
  'variable.set': {
    parameters: {
      /**
       * Variable id or name, in any letters’ case
       */
      name: string | number | boolean;
      /**
       * The value as text, of at most 1024 characters; for a BOOLEAN one of `1`, `0`, `true`, `false`, `on`, `off`; empty unsets it
       */
      value: string | number | boolean;
      /**
       * Id or name of the station that the call is meant for. Refused while another station holds the studio
       */
      station?: string | number | boolean;
    };
    result: {
      ok: true;
      operation: 'variable.set';
      action: ActionId;
      variable: Variable;
    };
  };
}
export interface Events {
  /**
   * A record has changed; `signal` is the record as its own route returns it
   */
  signal: {
    /**
     * When it happened
     */
    time: string;
    signal: Signal;
  };
  /**
   * A record has changed; `camera` is the record as its own route returns it
   */
  camera: {
    /**
     * When it happened
     */
    time: string;
    camera: Camera;
  };
  /**
   * A record has changed; `output` is the record as its own route returns it
   */
  output: {
    /**
     * When it happened
     */
    time: string;
    output: Output;
  };
  /**
   * A record has changed; `bank` is the record as its own route returns it
   */
  bank: {
    /**
     * When it happened
     */
    time: string;
    bank: Bank;
  };
  /**
   * A record has changed; `variable` is the record as its own route returns it
   */
  variable: {
    /**
     * When it happened
     */
    time: string;
    variable: Variable;
  };
  /**
   * A record has changed; `station` is the record as its own route returns it
   */
  station: {
    /**
     * When it happened
     */
    time: string;
    station: Station;
  };
  /**
   * A record has changed; `studio` is the record as its own route returns it
   */
  studio: {
    /**
     * When it happened
     */
    time: string;
    studio: Studio;
  };
  /**
   * A record has changed; `macro` is the record as its own route returns it
   */
  macro: {
    /**
     * When it happened
     */
    time: string;
    macro: Macro;
  };
  /**
   * A record has changed; `automation` is the record as its own route returns it
   */
  automation: {
    /**
     * When it happened
     */
    time: string;
    automation: Automation;
  };
  /**
   * A clip is about to end. It comes once before the end, and reports no change
   */
  'clip.ending': {
    /**
     * When it happened
     */
    time: string;
    output: Output;
    /**
     * Id of the scene
     */
    scene: string;
  };
  /**
   * An alarm was raised, got another message, or was cleared
   */
  alarm: {
    /**
     * When it happened
     */
    time: string;
    alarm: Alarm;
  };
  /**
   * The client must read the state again
   */
  reset: {
    /**
     * When it happened
     */
    time: string;
    /**
     * `begun`: the stream is new; `missed`: missed events are no longer available; `changed`: the caller may now see other records
     */
    reason: 'begun' | 'missed' | 'changed';
  };
  /**
   * With `records=state`, in place of `reset`: everything that the caller may read, as `state.get` returns it, and the time zone of the studio
   */
  state: {
    /**
     * When it happened
     */
    time: string;
    /**
     * `begun`: the stream is new; `missed`: missed events are no longer available; `changed`: the caller may now see other records
     */
    reason: 'begun' | 'missed' | 'changed';
    /**
     * The studio's time zone
     */
    timeZone: string;
    studio?: Studio;
    station?: Station | null;
    stations?: readonly Station[];
    signals?: readonly Signal[];
    macros?: readonly Macro[];
    automations?: readonly Automation[];
    outputs?: readonly Output[];
    banks?: readonly Bank[];
    cameras?: readonly Camera[];
    variables?: readonly Variable[];
  };
}
export interface DryRun {
  ok: true;
  /**
   * Nothing was sent or changed
   */
  dry: true;
  operation: string;
  commands: readonly PlannedCommand[];
  changes: PlannedChanges;
  unavailable: readonly UnavailableDevice[];
}
/**
 * A command that an action would send, or what a step of a macro or automation would do
 */
export interface PlannedCommand {
  /**
   * The operation that sends the same; null for a step that the caller may not read
   */
  operation: string | null;
  /**
   * As in the as-run log, such as the ids of output and scene
   */
  parameters: {
    [k: string]: string | number | boolean | null | readonly string[];
  };
  /**
   * The id of the macro whose step it is
   */
  macro: string | null;
  /**
   * The id of the automation whose step it is
   */
  automation: string | null;
  /**
   * The number of the step, from 1
   */
  step: number | null;
  /**
   * Whether what the step does follows from what the studio shows when it begins
   */
  depends: boolean;
  /**
   * The error code of a step that would fail now
   */
  error: string | null;
  /**
   * Why the step would fail now
   */
  message: string | null;
}
/**
 * What would change of the studio’s own state, as it would be then; nothing if it is so already
 */
export interface PlannedChanges {
  /**
   * The on-air status
   */
  studio?: 'on_air' | 'off_air';
  /**
   * The id of the station that holds the studio; null for none
   */
  station?: string | null;
  /**
   * The key of the active bank
   */
  activeBank?: string;
  /**
   * The scenes whose playlists would end
   */
  playlists?: {
    output: string;
    scene: string;
  }[];
  /**
   * Values of variables, by id
   */
  variables?: {
    /**
     * A value of the variable’s type; null while unset
     */
    [k: string]: string | number | boolean | null;
  };
  /**
   * Which player leads, by the ids of outputs
   */
  leads?: {
    [k: string]: 'main' | 'backup';
  };
  /**
   * States of macros, by id
   */
  macros?: {
    [k: string]: 'idle' | 'running';
  };
  /**
   * States of automations, by id
   */
  automations?: {
    [k: string]: 'stopped' | 'running' | 'paused' | 'failed';
  };
}
/**
 * A device that a command would go to, and that is not connected
 */
export interface UnavailableDevice {
  kind: 'output' | 'signal' | 'camera';
  id: string;
}

/** The path of each read and action, below `/api/v2`. */
export const paths: Readonly<Record<keyof Reads | keyof Actions, string>> = {
  'index.get': '',
  'system.health': '/health',
  'request.list': '/requests',
  'action.list': '/actions',
  'action.get': '/actions/{id}',
  'alarm.list': '/alarms',
  'metric.list': '/metrics',
  'state.get': '/state',
  'panel.list': '/panels',
  'panel.get': '/panels/{id}',
  'core.get': '/core',
  'studio.get': '/studio',
  'studio.status': '/studio/status',
  'studio.onair': '/studio/onair',
  'studio.offair': '/studio/offair',
  'station.get': '/station',
  'station.list': '/stations',
  'station.take': '/stations/{id}/take',
  'station.release': '/station/release',
  'signal.list': '/signals',
  'signal.get': '/signals/{id}',
  'signal.on': '/signals/{id}/on',
  'signal.off': '/signals/{id}/off',
  'signal.toggle': '/signals/{id}/toggle',
  'signal.pulse': '/signals/{id}/pulse',
  'macro.list': '/macros',
  'macro.get': '/macros/{id}',
  'macro.run': '/macros/{id}/run',
  'macro.stop': '/macros/{id}/stop',
  'automation.list': '/automations',
  'automation.get': '/automations/{id}',
  'automation.start': '/automations/{id}/start',
  'automation.pause': '/automations/{id}/pause',
  'automation.resume': '/automations/{id}/resume',
  'automation.stop': '/automations/{id}/stop',
  'output.list': '/outputs',
  'output.get': '/outputs/{slot}',
  'output.remaining': '/outputs/{slot}/remaining',
  'output.tally': '/outputs/{slot}/tally',
  'clip.play': '/outputs/{slot}/clips/{number}/play',
  'output.stop': '/outputs/{slot}/stop',
  'clip.cue': '/outputs/{slot}/clips/{number}/cue',
  'output.take': '/outputs/{slot}/take',
  'output.pause': '/outputs/{slot}/pause',
  'output.resume': '/outputs/{slot}/resume',
  'output.seek': '/outputs/{slot}/seek',
  'output.lead': '/outputs/{slot}/lead/{player}',
  'output.follow': '/outputs/{slot}/backup/follow',
  'playlist.play': '/outputs/{slot}/banks/{key}/play',
  'playlist.next': '/outputs/{slot}/next',
  'playlist.previous': '/outputs/{slot}/previous',
  'playlist.stop': '/outputs/{slot}/playlist/stop',
  'graphic.get': '/outputs/{slot}/graphic',
  'graphic.show': '/outputs/{slot}/graphic/show',
  'graphic.hide': '/outputs/{slot}/graphic/hide',
  'bank.list': '/banks',
  'bank.get': '/banks/{key}',
  'bank.clips': '/banks/{key}/clips',
  'bank.activate': '/banks/{key}/activate',
  'camera.list': '/cameras',
  'camera.get': '/cameras/{id}',
  'camera.angles': '/cameras/{id}/angles',
  'camera.tally': '/cameras/{id}/tally',
  'camera.recall': '/cameras/{id}/angles/{angle}/recall',
  'variable.list': '/variables',
  'variable.get': '/variables/{name}',
  'variable.value': '/variables/{name}/value',
  'variable.set': '/variables/{name}/set',
};
