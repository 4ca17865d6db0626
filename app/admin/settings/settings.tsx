import type { ReactNode } from 'react'
import { brand } from '../../../domain/brand.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/hours/service-hours.ts'
import { campusDate } from '../../../domain/clock.ts'
import { INCIDENTS } from '../../../domain/delivery/incidents/incident-settings.ts'
import { MESSAGE_TEXTS } from '../../../domain/notifications/words/message-words.ts'
import { readSetting, savedSetting } from '../../../domain/settings/read-setting.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/settings'
import { IncidentTable } from './incident-table.tsx'
import { MessageTexts } from './message-texts.tsx'
import { FiguresPanel, Panel, PanelGroup, PanelLink } from './panel.tsx'
import { ServiceHoursForm } from './service-hours-form.tsx'
import { settingPanels } from './setting-groups.ts'
import { settingsAction } from './settings-action.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Settings - ${brand.name}` }]

export const loader = adminLoader(async ({ db, now }) => {
  const [groups, service_hours, message_texts, incident_shares] = await Promise.all([
    settingPanels(db),
    savedSetting(db, SERVICE_HOURS),
    savedSetting(db, MESSAGE_TEXTS),
    readSetting(db, INCIDENTS),
  ])
  return {
    groups,
    service_hours: {
      version: service_hours.version,
      ...service_hours.value,
      today: campusDate(now),
    },
    message_texts: { version: message_texts.version, texts: message_texts.value },
    incidents: { key: INCIDENTS.key, shares: incident_shares },
  }
})

export const action = adminAction(settingsAction)

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { groups, service_hours, message_texts, incidents } = loaderData
  const hours_refused = useRefused('service_hours') !== null
  const text_refused = useRefused('message_text') !== null
  const changed = Object.keys(message_texts.texts).length
  const days_open = Object.values(service_hours.week_hours ?? {}).filter((day) => day.length > 0).length
  /** The settings with a form of their own, by the key of their panel. */
  const own_forms: Readonly<Record<string, { now: string; open: boolean; children: ReactNode }>> = {
    service_hours: {
      now: days_open === 0 ? 'Nobody can order anywhere' : `Open on ${days_open} of 7 days`,
      open: hours_refused,
      children: <ServiceHoursForm saved={service_hours} />,
    },
    message_texts: {
      now: changed === 0 ? 'All as we wrote them' : `${changed} in words of your own`,
      open: text_refused,
      children: <MessageTexts saved={message_texts} />,
    },
  }
  return (
    <>
      <h1 className="text-3xl font-extrabold">Settings</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        What is saved here counts from the next order on. The audit log keeps what it was before.
      </p>
      {groups.map((group, index) => (
        <PanelGroup key={group.heading} heading={group.heading}>
          {group.panels.map(({ key, figures, ...about }) => {
            if (figures) {
              return (
                <FiguresPanel key={key} intent={key} {...about} {...figures}>
                  {key === incidents.key && <IncidentTable shares={incidents.shares} />}
                </FiguresPanel>
              )
            }
            const own = own_forms[key]
            return own && <Panel key={key} {...about} {...own} />
          })}
          {index === 0 && (
            <PanelLink
              to="/admin/campus"
              heading="Campus"
              what="The places that fees and ways are measured from: on a map, as a table, as a file."
            />
          )}
        </PanelGroup>
      ))}
    </>
  )
}
