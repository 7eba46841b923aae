// Page for an unknown path.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { PageTitle } from '../ui/page-title.js';

export const NotFoundPage = (): ReactElement => (
  <PageTitle title={t`Page not found`}>
    <p>
      <Trans>
        The console has no page at this address. <Link href="/studios">All studios</Link>
      </Trans>
    </p>
  </PageTitle>
);
