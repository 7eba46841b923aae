// Form validation with the same codecs that the console uses.
import { t } from '@lingui/core/macro';
import * as E from 'fp-ts/lib/Either.js';
import type { Mixed } from 'io-ts';
import type { Feature } from '../../../../domain/feature.js';
import { validationIssues, type Issue } from '../../../../domain/codec/issues.js';

export { issueText, type Issue } from '../../../../domain/codec/issues.js';
export { admittingEntry, listedConcerns, type ListedConcern } from '../../../../domain/access/listed-entries.js';
export { isFailure, isRefusal } from '../../../../domain/access/report.js';
export { AccessAssertion } from '../../../../domain/access/assertion.js';
export { AccessSettings, endOfEntry } from '../../../../domain/access/configuration.js';
export {
  firstOperator,
  isRoleSufficient,
  Password,
  roleInStudio,
  Username,
} from '../../../../domain/console/operator.js';
export { ApiTokenName } from '../../../../domain/console/api-token.js';
export { WebhookSettings } from '../../../../domain/console/webhook.js';
export { containsWords, fold } from '../../../../domain/console/folded-search.js';
export { csvHead, csvRow } from '../../../../domain/as-run-csv.js';
export { AsRunDay, asRunEquipment, asRunOutcomes } from '../../../../domain/console/as-run-page.js';
export { csvLine, type Cell } from '../../../../domain/codec/csv.js';
export { isRestorable } from '../../../../domain/console/restoration.js';
export { historySections } from '../../../../domain/console/history-section.js';
export { supersedes } from '../../../../domain/console/changed-subjects.js';
export { ConsoleStudio, StudioLabels } from '../../../../domain/console/studio.js';
export { DeviceSettings } from '../../../../domain/devices/device.js';
export { operationText } from '../../../../domain/access/operation-limit.js';
export { comparable } from '../../../../domain/codec/codec.js';
export { features, readOnlyFeatures } from '../../../../domain/feature.js';

/** The names of the features in the language of the page; the service answers with those of the domain. */
export const featureNames: Readonly<Record<Feature, string>> = {
  system: t`System`,
  core: t`Core`,
  studio: t`Studio`,
  station: t`Station`,
  signals: t`Signals`,
  macros: t`Macros`,
  automations: t`Automations`,
  outputs: t`Outputs`,
  cameras: t`Cameras`,
  variables: t`Variables`,
  legacy: t`Legacy routes`,
};

/** Error messages by field path, such as `listedDevices[0].address`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** No errors. */
export const noErrors: FieldErrors = {};

/** What to enter, by what a codec expects. Others are asked for in the codec's words. */
const requests: Readonly<Record<string, string>> = {
  'a text of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or digit': t`Enter a text of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or digit.`,
  'a text of 1 to 64 letters, digits, dots, hyphens, underscores and @ that begins with a letter or digit': t`Enter a text of 1 to 64 letters, digits, dots, hyphens, underscores and @ that begins with a letter or digit.`,
  'a text of 1 to 32 characters without commas, and without control or invisible characters': t`Enter a text of 1 to 32 characters without commas, and without control or invisible characters.`,
  'the current password': t`Enter the current password.`,
  'an IPv4 or IPv6 address': t`Enter an IPv4 or IPv6 address.`,
  'an IPv4 or IPv6 address other than loopback': t`Enter an IPv4 or IPv6 address other than loopback.`,
  'an IPv4 or IPv6 address or CIDR range': t`Enter an IPv4 or IPv6 address or CIDR range.`,
  'a time in ISO 8601 with a time zone, such as 2021-03-01T12:00:00Z': t`Enter a time in ISO 8601 with a time zone, such as 2021-03-01T12:00:00Z.`,
};

/** The texts of a length that codecs expect, and the one that they refuse. */
const lengths =
  /^a text of (?<from>\d+) to (?<to>\d+) characters without control(?<visible> or invisible)? characters(?:, other than (?<refused>.+))?$/;

/** Returns what to enter, without details that operators don't need. */
const errorMessage = ({ expected }: Issue): string => {
  const text = expected.replace(/ or null$/, '');
  const { from, to, visible, refused } = lengths.exec(text)?.groups ?? {};
  const choices = /^one of (.+)$/.exec(text)?.[1];
  if (choices !== undefined) return t`Enter one of ${choices}.`;
  if (from === undefined || to === undefined) return requests[text] ?? t`Enter ${text}.`;
  if (refused !== undefined) return t`Enter ${from} to ${to} characters that can be seen, other than ${refused}.`;
  return visible === undefined
    ? t`Enter ${from} to ${to} characters.`
    : t`Enter ${from} to ${to} characters that can be seen.`;
};

/** Returns the errors of the fields that issues name; that of the whole value has an empty name. */
export const fieldErrors = (issues: readonly Issue[]): FieldErrors =>
  Object.fromEntries(issues.map((issue) => [issue.path, errorMessage(issue)]));

/** Validates a value with a codec. */
export const check = (codec: Mixed, value: unknown): FieldErrors => {
  const decoded = codec.decode(value);
  return E.isRight(decoded) ? noErrors : fieldErrors(validationIssues(decoded.left));
};

/** Validates fields, each with its own codec. */
export const checkEach = (fields: Readonly<Record<string, readonly [Mixed, unknown]>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [codec, value]]) =>
      Object.values(check(codec, value)).map((error) => [name, error] as const),
    ),
  );
