// The forms in which Home Assistant shows topics: sensors and binary sensors, which have no commands. The names of the fields are
// abbreviations that its MQTT discovery defines.

/** A form: everything of a component but its name and topic. */
export type EntityForm = { readonly p: 'sensor' | 'binary_sensor' } & Readonly<Record<string, unknown>>;

export const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

/** Returns a template by which a payload means that the state is unknown. */
const exceptFor = (payload: string): string => `{{ 'None' if value == '${payload}' else value }}`;

/** A text. */
export const text: EntityForm = { p: 'sensor' };

/** One of several texts. */
export const listed = (options: readonly string[]): EntityForm => ({ p: 'sensor', dev_cla: 'enum', ops: options });

/** A point in time. */
export const moment: EntityForm = { p: 'sensor', dev_cla: 'timestamp', val_tpl: exceptFor('none') };

/** Something that is on or off. */
export const switched = (on = 'on', off = 'off', kind?: string): EntityForm => ({
  p: 'binary_sensor',
  pl_on: on,
  pl_off: off,
  val_tpl: exceptFor('unknown'),
  ...(kind !== undefined && { dev_cla: kind }),
});
