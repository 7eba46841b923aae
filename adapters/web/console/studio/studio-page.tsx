// Page for one studio: its sync status and its sections.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { AccessSection } from '../access/access-section.js';
import { ActivitySection } from '../activity/activity-section.js';
import { AsRunSection } from '../as-run/as-run-section.js';
import { CallersSection } from '../callers/callers-section.js';
import { DevicesSection } from '../devices/devices-section.js';
import { FeaturesSection } from '../features/features-section.js';
import { NotFoundPage } from '../frame/not-found-page.js';
import { HistorySection } from '../history/history-section.js';
import { LiveSection } from '../live/live-section.js';
import { useOverviewAddress } from '../studios/use-filter.js';
import { useStudios } from '../studios/queries.js';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { Loaded } from '../ui/loaded.js';
import { contentId, PageTitle } from '../ui/page-title.js';
import { lazyView } from '../ui/lazy-view.js';
import { EnrolmentSection } from './enrolment-section.js';
import { SectionBar } from './section-bar.js';
import { isSection, sectionNames, type StudioSection, type SectionProps } from './sections.js';
import { ServiceProblems } from './service-status-view.js';
import { RefusedConfiguration, SyncStatusLine } from './sync-status-view.js';

const StudioFileSection = lazyView(async () => (await import('../editing/studio-file-section.js')).StudioFileSection);

const sections: Readonly<Record<StudioSection, (props: SectionProps) => ReactElement>> = {
  live: LiveSection,
  access: AccessSection,
  features: FeaturesSection,
  devices: DevicesSection,
  activity: ActivitySection,
  'as-run': AsRunSection,
  callers: CallersSection,
  history: HistorySection,
  file: StudioFileSection,
  studio: EnrolmentSection,
};

const Studio = ({ studio, section }: SectionProps & { readonly section: StudioSection }): ReactElement => {
  const Section = sections[section];
  return (
    <>
      <nav aria-label={t`Breadcrumb`} className="crumbs">
        <Link href={useOverviewAddress()}>
          <ChevronLeft size={16} aria-hidden /> <Trans>All studios</Trans>
        </Link>
      </nav>
      <PageTitle title={`${studio.name}: ${sectionNames[section]}`} heading={studio.name} isContent={false}>
        <SyncStatusLine studio={studio} />
      </PageTitle>
      <RefusedConfiguration studio={studio} />
      <ServiceProblems studio={studio} />
      <SectionBar studio={studio} />
      <section id={contentId} aria-label={sectionNames[section]} tabIndex={-1} className="section">
        <ErrorBoundary shown={section}>
          <Section studio={studio} />
        </ErrorBoundary>
      </section>
    </>
  );
};

const StudioNotFound = ({ id }: { readonly id: string }): ReactElement => (
  <PageTitle title={t`Studio not found`}>
    <p>
      <Trans>
        There is no studio with the id <code>{id}</code>. It may have been deleted, or you no longer have a role in it.{' '}
        <Link href="/studios">All studios</Link>
      </Trans>
    </p>
  </PageTitle>
);

/** Renders the section of a studio that the path names. */
export const StudioPage = ({ id, section }: { readonly id: string; readonly section: string }): ReactElement => {
  const query = useStudios();
  if (!isSection(section)) return <NotFoundPage />;
  return (
    <Loaded query={query}>
      {(studios) => {
        const studio = studios.find((one) => one.id === id);
        return studio ? <Studio studio={studio} section={section} /> : <StudioNotFound id={id} />;
      }}
    </Loaded>
  );
};
