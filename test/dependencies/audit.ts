// Judges the report of `npm audit`: what it found, and whether that must fail the build.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

const Advisory = t.type({ title: t.string, url: t.string, severity: t.string, range: t.string });
type Advisory = t.TypeOf<typeof Advisory>;

/** A vulnerable package. `via` names the advisories about it, and the dependencies that make it vulnerable. */
const Vulnerability = t.type({ name: t.string, via: t.array(t.union([t.string, Advisory])), nodes: t.array(t.string) });

const Report = t.type({ auditReportVersion: t.literal(2), vulnerabilities: t.record(t.string, Vulnerability) });

/** The packages of `package-lock.json` by their folder. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean } | undefined>>;
}

/** One advisory about an installed package. */
export interface Finding {
  readonly name: string;
  readonly versions: readonly string[];
  readonly severity: string;
  readonly title: string;
  readonly url: string;
  /** Whether production installations contain the package. */
  readonly isProduction: boolean;
}

const findingOf = (
  { packages }: Lockfile,
  { name, nodes }: t.TypeOf<typeof Vulnerability>,
  { severity, title, url }: Advisory,
): Finding => {
  const installed = nodes.flatMap((folder) => packages[folder] ?? []);
  const versions = [...new Set(installed.map(({ version = 'unknown' }) => version))];
  return { name, versions, severity, title, url, isProduction: installed.some(({ dev }) => dev !== true) };
};

/** Reads what npm printed. Returns the findings, or the reason why the registry gave no answer. */
export const readAudit = (printed: string, lockfile: Lockfile): E.Either<string, readonly Finding[]> => {
  const parsed = E.tryCatch(
    () => JSON.parse(printed) as unknown,
    () => 'npm printed no JSON',
  );
  if (E.isLeft(parsed)) return parsed;
  const report = Report.decode(parsed.right);
  if (E.isLeft(report))
    return E.left((parsed.right as { message?: string } | null)?.message ?? 'npm printed no report');
  return E.right(
    Object.values(report.right.vulnerabilities).flatMap((vulnerability) =>
      vulnerability.via.filter(Advisory.is).map((advisory) => findingOf(lockfile, vulnerability, advisory)),
    ),
  );
};

const serious: readonly string[] = ['high', 'critical'];

/** Whether a finding must fail the build: it is of level high or above, and in production. */
export const isSerious = ({ severity, isProduction }: Finding): boolean => isProduction && serious.includes(severity);

/** Describes a finding in one line. */
export const lineOf = ({ name, versions, severity, title, url, isProduction }: Finding): string =>
  `${severity}: ${name} ${versions.join(', ')} (${isProduction ? 'production' : 'development'}): ${title}, ${url}`;
