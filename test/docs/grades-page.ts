// Makes docs/grades.md: the rules of the grades, and the evidence for each driver.
import { driverGrades, type DriverGrade } from '../../application/connections/connection-driver.js';
import { connectionDrivers, type ConnectionProtocol } from '../../infra/service/connection-drivers.js';
import { gradeOf, reports, rules, type Rule } from '../adapters/drivers/grades/evidence.js';

/** Path of the page. */
export const pagePath = 'docs/grades.md';

const introduction = `# Grades of drivers

Each driver has the highest grade whose rules, and those of all lower ones, it keeps. A program computes the grades from the evidence, and
the build fails if a driver claims another one. The page that edits the studio file and the document of the simulator's API show
them. \`npm run grades:document\` writes this page.`;

const ruleList = driverGrades.flatMap((grade) => [
  `- _${grade}_: the driver`,
  ...rules.filter((one) => one.grade === grade).map(({ rule }) => `  - ${rule}`),
]);

const protocols = (Object.keys(connectionDrivers) as ConnectionProtocol[]).toSorted();

const linked = (protocol: ConnectionProtocol, { find }: Rule): string =>
  find(protocol)
    .map(({ file, shows }) => `[${shows}](../${file})`)
    .join(', ');

/** Every driver keeps the rules of the lowest grade, so only what is beyond it is listed. */
const beyond = rules.filter(({ grade }) => grade !== 'basic');

const lineOf = (protocol: ConnectionProtocol): string => {
  const kept = beyond.map((one) => linked(protocol, one)).filter((evidence) => evidence !== '');
  const lacking = beyond.filter(({ find }) => find(protocol).length === 0).map(({ name }) => name);
  return `- \`${protocol}\`: ${[...kept, ...lacking.map((name) => `no ${name}`)].join('; ')}`;
};

const section = (grade: DriverGrade): readonly string[] => {
  const graded = protocols.filter((protocol) => gradeOf(protocol) === grade);
  return graded.length === 0
    ? []
    : [`### ${grade.charAt(0).toUpperCase()}${grade.slice(1)}`, graded.map(lineOf).join('\n')];
};

const reportLines = (): readonly string[] =>
  reports().map(
    ({ protocol, device, firmware, version, date, by, seen }) =>
      `- ${device}, firmware ${firmware} (\`${protocol}\`), with Studio Control ${version}, ${date}, by ${by}: ${seen.trim().replaceAll(/\s+/g, ' ')}`,
  );

const aboutReports = `## Report a device

Everybody can report a device that they use: the template _Equipment_ of the issues asks for it. A report becomes a file in
\`test/adapters/drivers/grades/reports\` with \`protocol\`, \`device\`, \`firmware\`, \`version\` (of Studio Control), \`date\`, \`by\` and
\`seen\`. A [recording of its wire](recordings.md#contribute-a-recording) proves even more.`;

/** Returns the page. */
export const makeGradesPage = (): string => {
  const all = reportLines();
  return `${[
    introduction,
    ruleList.join('\n'),
    '## Drivers',
    ...driverGrades.toReversed().flatMap(section),
    aboutReports,
    all.length === 0 ? 'There is no report yet.' : all.join('\n'),
  ].join('\n\n')}\n`;
};
