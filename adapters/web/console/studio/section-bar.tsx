// Navigation between the sections of a studio. Sections with unsaved changes are marked.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useHasDraft } from '../api/drafts.js';
import { useHasRoleIn } from '../session/session.js';
import { NavLink } from '../ui/nav-link.js';
import { adminSections, draftKey, sectionList, type StudioSection, type SectionProps } from './sections.js';

const SectionLink = ({
  id,
  section,
  name,
}: {
  readonly id: string;
  readonly section: StudioSection;
  readonly name: string;
}): ReactElement => {
  const isUnsaved = useHasDraft(draftKey(id, section));
  return (
    <NavLink href={`/studios/${encodeURIComponent(id)}/${section}`}>
      {name}
      {isUnsaved && (
        <span className="unsaved">
          {' '}
          <Trans>(unsaved)</Trans>
        </span>
      )}
    </NavLink>
  );
};

export const SectionBar = ({ studio: { id } }: SectionProps): ReactElement => {
  const mayManage = useHasRoleIn(id, 'admin');
  return (
    <nav aria-label={t`Sections`} className="sections">
      {sectionList
        .filter(({ section }) => mayManage || !adminSections.has(section))
        .map(({ section, name }) => (
          <SectionLink key={section} id={id} section={section} name={name} />
        ))}
    </nav>
  );
};
