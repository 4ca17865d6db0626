import type { LaidPlan, PlanCorners } from '../../../domain/places/campus-plan.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { mapFrame } from '../../ui/map/map-frame.ts'
import { MovePin } from '../../ui/map/move-pin.tsx'
import type { CampusView } from './campus-view.server.ts'
import { DegreeField } from './degree-field.tsx'
import { PanelFrame } from './panel-frame.tsx'

/** The plan beneath the map: where it lies, also while it is not saved, and how a form moves it. */
export type Planned = { plan: LaidPlan | null; onPlacePlan(corners: PlanCorners): void }

/** The picture beneath the map: brought, placed by two corners, replaced and taken away. */
export function PlanPanel({ campus, plan, onPlacePlan }: { campus: CampusView } & Planned) {
  const version = <input type="hidden" name="version" value={campus.plan.version} />
  if (!plan) {
    return (
      <PanelFrame heading="A plan beneath the campus" way_out>
        <p className="mb-3 text-ink-soft">
          A picture of the campus seen from above, north up, on which places and ways are easier to draw. Only admins
          see it.
        </p>
        <ActionForm intent="lay_plan" button="Lay it beneath" busy="Sending…" look="brand" multipart>
          {version}
          <PictureField />
        </ActionForm>
      </PanelFrame>
    )
  }
  const { north_west, south_east } = plan
  const move = (east_m: number, north_m: number) => {
    const { moved } = mapFrame([north_west, south_east])
    onPlacePlan({ north_west: moved(north_west, east_m, north_m), south_east: moved(south_east, east_m, north_m) })
  }
  return (
    <PanelFrame heading="The plan beneath the campus" way_out>
      <div className="mb-4 text-sm text-ink-soft">
        <p>Drag its two marked corners on the map until it fits what stands there, or write where they are, or:</p>
        <MovePin what="plan" onMove={move} />
      </div>
      <ActionForm intent="place_plan" button="Save where it lies" busy="Saving…" look="brand" noValidate>
        {version}
        <CornerFields plan={plan} onPlacePlan={onPlacePlan} />
      </ActionForm>
      <div className="mt-4 grid gap-4 border-t border-line pt-4">
        <ActionForm intent="lay_plan" button="Replace the picture" busy="Sending…" look="quiet" multipart>
          {version}
          <PictureField another />
        </ActionForm>
        <ConfirmWithReason
          intent="remove_plan"
          ask="Take it away…"
          what="The picture is deleted. Places and ways stay as they are."
          button="Take the plan away"
          busy="One moment…"
        >
          {version}
        </ConfirmWithReason>
      </div>
    </PanelFrame>
  )
}

function PictureField({ another = false }: { another?: boolean }) {
  return (
    <FileField
      name="picture"
      label={another ? 'Another picture' : 'Picture'}
      accept="image/*"
      hint={
        another
          ? 'One of the same shape lies where this one lies, another one around the campus.'
          : 'JPEG, PNG, WebP, AVIF or GIF, at most 15 MB. It lies around the campus at first; then you place it.'
      }
    />
  )
}

const corner_fields = [
  { name: 'north', label: 'Top left, latitude', corner: 'north_west', part: 'latitude' },
  { name: 'west', label: 'Top left, longitude', corner: 'north_west', part: 'longitude' },
  { name: 'south', label: 'Bottom right, latitude', corner: 'south_east', part: 'latitude' },
  { name: 'east', label: 'Bottom right, longitude', corner: 'south_east', part: 'longitude' },
] as const

function CornerFields({ plan, onPlacePlan }: { plan: LaidPlan; onPlacePlan: Planned['onPlacePlan'] }) {
  const { north_west, south_east } = plan
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      {corner_fields.map(({ name, label, corner, part }) => (
        <DegreeField
          key={name}
          name={name}
          label={label}
          degrees={plan[corner][part]}
          onMove={(degrees) => onPlacePlan({ north_west, south_east, [corner]: { ...plan[corner], [part]: degrees } })}
        />
      ))}
    </div>
  )
}
