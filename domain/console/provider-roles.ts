// Derives roles from what an identity provider reports about a person, such as groups.
import { higherRole, Role, type OperatorRoles } from './operator.js';
import { StudioId } from './studio.js';

/** A value of the claim, and the role that it gives: in one studio, or in all. */
export interface RoleRule {
  readonly role: Role;
  /** Null for all studios. */
  readonly studioId: string | null;
  readonly value: string;
}

/** A role, an optional studio and a value, which may contain anything but a semicolon; spaces around it don't count. */
const ruleForm = /^([a-z]+)(?:@([^=]*))?=\s*(\S.*)$/;

const parseRule = (text: string): RoleRule | undefined => {
  const [, role, studioId = null, value = ''] = ruleForm.exec(text.trim()) ?? [];
  return Role.is(role) && (studioId === null || StudioId.is(studioId)) ? { role, studioId, value } : undefined;
};

/** Parses rules of the form `admin=staff; operator@studio-1=crew`; undefined if one is invalid. */
export const parseRoleRules = (text: string): readonly RoleRule[] | undefined => {
  const rules = text.split(';').map(parseRule);
  return rules.includes(undefined) ? undefined : rules.filter((rule) => rule !== undefined);
};

const highest = (rules: readonly RoleRule[]): Role | null => rules.map(({ role }) => role).reduce(higherRole, null);

/** Returns the roles that the values of a claim give: the highest where several do, and none where none does. */
export const rolesOf = (
  rules: readonly RoleRule[],
  values: readonly string[],
): Pick<OperatorRoles, 'role' | 'studioRoles'> => {
  const given = rules.filter(({ value }) => values.includes(value));
  const byStudio = Map.groupBy(given, ({ studioId }) => studioId);
  const inStudios = [...byStudio].flatMap(([studioId, rules]) => {
    const role = highest(rules);
    return studioId === null || role === null ? [] : [[studioId, role] as const];
  });
  return { role: highest(byStudio.get(null) ?? []), studioRoles: Object.fromEntries(inStudios) };
};
