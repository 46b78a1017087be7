import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { SelectField, TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import type { Fault } from '../../author/faults.ts';
import type { FormOf } from '../../author/form-question.ts';
import { NumberField } from '../../author/number-field.tsx';

type Region = FormOf<'hotspot'>['regions'][number];

const FRESH: Record<Region['shape'], Region> = {
  rectangle: { shape: 'rectangle', x: 0, y: 0, width: 80, height: 80 },
  circle: { shape: 'circle', x: 60, y: 60, radius: 40 },
  polygon: {
    shape: 'polygon',
    points: [
      { x: 0, y: 0 },
      { x: 80, y: 0 },
      { x: 40, y: 80 },
    ],
  },
};

interface RegionFieldsProps {
  region: Region;
  number: number;
  onChange: (region: Region) => void;
  fault: Fault;
}

/** One right place in numbers. */
export function RegionFields({ fault, number, onChange, region }: RegionFieldsProps) {
  const field = (label: string, name: string, value: number, set: (value: number) => Region) => (
    <NumberField
      label={label}
      value={value}
      error={fault(name)}
      onChange={(next) => onChange(set(next ?? Number.NaN))}
    />
  );
  return (
    <div className={classes.region}>
      <SelectField
        label={m.author_region_shape({ number })}
        value={region.shape}
        onChange={({ target: { value } }) => {
          const shape = value === 'circle' || value === 'polygon' ? value : 'rectangle';
          onChange(FRESH[shape]);
        }}
      >
        <option value="rectangle">{m.author_shape_rectangle()}</option>
        <option value="circle">{m.author_shape_circle()}</option>
        <option value="polygon">{m.author_shape_polygon()}</option>
      </SelectField>
      {region.shape !== 'polygon' && (
        <>
          {field(m.author_x(), 'x', region.x, (x) => ({ ...region, x }))}
          {field(m.author_y(), 'y', region.y, (y) => ({ ...region, y }))}
        </>
      )}
      {region.shape === 'rectangle' && (
        <>
          {field(m.author_width(), 'width', region.width, (width) => ({ ...region, width }))}
          {field(m.author_height(), 'height', region.height, (height) => ({ ...region, height }))}
        </>
      )}
      {region.shape === 'circle' &&
        field(m.author_radius(), 'radius', region.radius, (radius) => ({ ...region, radius }))}
      {region.shape === 'polygon' && (
        <Corners
          points={region.points}
          error={fault('points') ?? fault('points.0.x')}
          onChange={(points) => onChange({ ...region, points })}
        />
      )}
    </div>
  );
}

interface CornersProps {
  points: { x: number; y: number }[];
  error: string | undefined;
  onChange: (points: { x: number; y: number }[]) => void;
}

function Corners({ error, onChange, points }: CornersProps) {
  const [typed, setTyped] = useState({ text: cornersOf(points), points });
  // What is typed stays as it is typed, as long as the corners are those that it says.
  const text = cornersOf(typed.points) === cornersOf(points) ? typed.text : cornersOf(points);
  return (
    <TextAreaField
      label={m.author_corners()}
      help={m.author_corners_help()}
      rows={4}
      value={text}
      error={error}
      onChange={({ target: { value } }) => {
        const lines = value.split('\n').filter((line) => line.trim() !== '');
        const next = lines.map((line) => {
          const [x = Number.NaN, y = Number.NaN] = line.split(',').map(Number);
          return { x, y };
        });
        setTyped({ text: value, points: next });
        onChange(next);
      }}
    />
  );
}

function cornersOf(points: CornersProps['points']): string {
  return points.map(({ x, y }) => `${x},${y}`).join('\n');
}

/** A right place drawn over its picture. */
export function RegionShape({ region }: { region: Region }) {
  if (region.shape === 'circle')
    return <circle cx={region.x} cy={region.y} r={Math.max(0, region.radius || 0)} />;
  if (region.shape === 'polygon')
    return <polygon points={region.points.map(({ x, y }) => `${x || 0},${y || 0}`).join(' ')} />;
  const { height, width, x, y } = region;
  return <rect x={x || 0} y={y || 0} width={Math.max(0, width || 0)} height={Math.max(0, height || 0)} />;
}
