// Form validation with the same codecs that the console uses.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { validationIssues, type Issue } from '../../../../domain/codec/issues.js';

export { issueText, type Issue } from '../../../../domain/codec/issues.js';
export { admittingEntry, listedConcerns, type ListedConcern } from '../../../../domain/access/listed-entries.js';
export { isFailure, isRefusal } from '../../../../domain/access/report.js';
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
export { features, featureNames, readOnlyFeatures } from '../../../../domain/feature.js';

/** Error messages by field path, such as `listedDevices[0].address`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** No errors. */
export const noErrors: FieldErrors = {};

/** Returns what to enter, without details that operators don't need. */
const errorMessage = ({ expected }: Issue): string => {
  const text = expected
    .replace(/ or null$/, '')
    .replace(/^a text of (.+ characters) without control characters$/, '$1')
    .replace(/^a text of (.+ characters) without control or invisible characters/, '$1 that can be seen');
  return `Enter ${text}.`;
};

/** Returns the errors of the fields that issues name; that of the whole value has an empty name. */
export const fieldErrors = (issues: readonly Issue[]): FieldErrors =>
  Object.fromEntries(issues.map((issue) => [issue.path, errorMessage(issue)]));

/** Validates a value with a codec. */
export const check = (codec: t.Mixed, value: unknown): FieldErrors => {
  const decoded = codec.decode(value);
  return E.isRight(decoded) ? noErrors : fieldErrors(validationIssues(decoded.left));
};

/** Validates fields, each with its own codec. */
export const checkEach = (fields: Readonly<Record<string, readonly [t.Mixed, unknown]>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [codec, value]]) =>
      Object.values(check(codec, value)).map((error) => [name, error] as const),
    ),
  );
