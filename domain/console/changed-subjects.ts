// Names what a change of an access configuration concerns, so that later changes of the same can be found.
import type { ChangedField } from './changed-fields.js';

/** The most listed addresses that are named one by one. */
const maxListed = 50;

/** The most devices whose settings are named one by one, and the most that are named. */
const maxDetailed = 50;
const maxNamed = 200;

const listed = 'access.listed';

/** The path that names more than 200 devices. Each device may be one of them. */
export const manyDevices = 'devices';

const isListed = (subject: string): boolean => subject.startsWith(`${listed}.`);

/** Returns the path of a device from the path of one of its settings; undefined for other paths. */
const deviceOf = (subject: string): string | undefined => /^devices\.[^.]+/.exec(subject)?.[0];

/** Returns the path that names what many devices have in common, or each of the devices. */
const shortened = (devices: number): ((device: string, subject: string) => string) => {
  if (devices > maxNamed) return () => manyDevices;
  return devices > maxDetailed ? (device) => device : (_device, subject) => subject;
};

/**
 * Returns the paths of changed fields, such as `access.apiEnabled`. The path of a device that was added, revoked or removed
 * ends with its id, and contains all paths of its settings. So does that of each of more than 50 devices; more than 200 are
 * `devices`. More than 50 listed addresses are named as one.
 */
export const subjectsOf = (fields: readonly ChangedField[]): readonly string[] => {
  const subjects = fields.map(({ subject }) => subject);
  const areManyListed = subjects.filter(isListed).length > maxListed;
  const short = shortened(new Set(subjects.flatMap((subject) => deviceOf(subject) ?? [])).size);
  const named = subjects.map((subject) => {
    const device = deviceOf(subject);
    if (device !== undefined) return short(device, subject);
    return areManyListed && isListed(subject) ? listed : subject;
  });
  return [...new Set(named)];
};

/** Whether a later change of `later` leaves nothing of an earlier change of `earlier`. */
export const supersedes = (later: string, earlier: string): boolean =>
  earlier === later || earlier.startsWith(`${later}.`);
