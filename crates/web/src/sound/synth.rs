//! Sounds, made of numbers: small bodies that ring when they are struck or brushed.
//!
//! A body is a resonator with two poles: a blow lets it ring at its pitch, a brush (noise) makes it hiss around that pitch.
//! A knock of wood, a stroke of a pencil, a bell and a clapping hand differ in their numbers only.

/// How many samples a second has. High enough for everything here, and half the work of the usual rate.
pub(super) const RATE: f32 = 24_000.0;

/// A sound of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A die hits the table.
    Knock,
    /// A cross is made with a pencil.
    Pencil,
    /// A bonus is won; one higher for each link of a chain.
    Bonus,
    /// A fox is won.
    Fox,
    /// A round begins.
    Bell,
    /// A card is turned or laid.
    Card,
    /// Points are made safe.
    Bank,
    /// A card fits nowhere.
    Bust,
    /// Many hands clap.
    Applause,
    /// The game is won.
    Win,
    /// The game is lost.
    Lose,
}

/// A struck or brushed body.
struct Body {
    /// When, in milliseconds.
    at: u16,
    /// How high, in hertz.
    pitch: u16,
    /// Until it has died away, in milliseconds.
    ring: u16,
    /// How loud, of 100.
    loud: u8,
    /// How long it is brushed, in milliseconds; 0 if it is struck once.
    brush: u8,
    /// How often, and in what time on average, in milliseconds.
    times: u8,
    gap: u8,
}

const fn struck(at: u16, pitch: u16, ring: u16, loud: u8) -> Body {
    brushed(at, pitch, ring, loud, 0)
}

const fn brushed(at: u16, pitch: u16, ring: u16, loud: u8, brush: u8) -> Body {
    Body {
        at,
        pitch,
        ring,
        loud,
        brush,
        times: 1,
        gap: 0,
    }
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 11] = [
        Sound::Knock,
        Sound::Pencil,
        Sound::Bonus,
        Sound::Fox,
        Sound::Bell,
        Sound::Card,
        Sound::Bank,
        Sound::Bust,
        Sound::Applause,
        Sound::Win,
        Sound::Lose,
    ];

    fn bodies(self) -> &'static [Body] {
        match self {
            // Wood on wood: a low thud, the edge of the die, and the click of the contact.
            Sound::Knock => {
                const {
                    &[
                        struck(0, 185, 90, 26),
                        struck(0, 640, 55, 22),
                        brushed(0, 2300, 14, 22, 5),
                    ]
                }
            }
            Sound::Pencil => const { &[brushed(0, 3100, 6, 13, 75), brushed(105, 3700, 6, 16, 90)] },
            // A small bar struck with a mallet.
            Sound::Bonus => {
                const {
                    &[
                        struck(0, 587, 520, 30),
                        struck(0, 2349, 160, 8),
                        brushed(0, 3200, 8, 6, 4),
                    ]
                }
            }
            // Two short yelps, then its note.
            Sound::Fox => {
                const {
                    &[
                        struck(0, 784, 110, 24),
                        struck(0, 1568, 80, 9),
                        struck(95, 988, 120, 26),
                        struck(95, 1976, 80, 9),
                        struck(200, 1175, 620, 28),
                        struck(200, 2350, 240, 8),
                    ]
                }
            }
            Sound::Bell => {
                const {
                    &[
                        struck(0, 698, 1500, 16),
                        struck(0, 1396, 1100, 12),
                        struck(0, 1668, 900, 9),
                        struck(0, 2094, 700, 7),
                        struck(0, 3721, 350, 4),
                    ]
                }
            }
            Sound::Card => const { &[brushed(0, 1500, 5, 15, 70), brushed(85, 620, 22, 20, 6)] },
            Sound::Bank => {
                const {
                    &[
                        struck(0, 392, 300, 24),
                        struck(0, 1176, 110, 6),
                        struck(110, 587, 520, 26),
                        struck(110, 1761, 160, 6),
                        brushed(0, 900, 30, 12, 8),
                    ]
                }
            }
            Sound::Bust => {
                const {
                    &[
                        brushed(0, 110, 160, 34, 24),
                        struck(0, 233, 240, 22),
                        struck(130, 185, 300, 22),
                        struck(270, 147, 560, 24),
                    ]
                }
            }
            Sound::Applause => {
                const {
                    &[
                        Body {
                            at: 0,
                            pitch: 1250,
                            ring: 9,
                            loud: 15,
                            brush: 7,
                            times: 60,
                            gap: 27,
                        },
                        Body {
                            at: 90,
                            pitch: 1900,
                            ring: 7,
                            loud: 9,
                            brush: 6,
                            times: 50,
                            gap: 31,
                        },
                    ]
                }
            }
            Sound::Win => {
                const {
                    &[
                        struck(0, 523, 400, 22),
                        struck(120, 659, 400, 22),
                        struck(240, 784, 450, 22),
                        struck(380, 1047, 1200, 24),
                        struck(380, 659, 1200, 12),
                        struck(380, 784, 1200, 12),
                        struck(380, 2094, 400, 5),
                    ]
                }
            }
            Sound::Lose => {
                const {
                    &[
                        struck(0, 440, 380, 20),
                        struck(180, 392, 420, 20),
                        struck(360, 330, 900, 22),
                        struck(360, 262, 900, 12),
                    ]
                }
            }
        }
    }

    /// The sound, sample by sample.
    pub fn samples(self) -> Vec<f32> {
        let mut sound = Vec::new();
        let mut noise = Noise(0x2545_f491);
        for body in self.bodies() {
            for time in 0..body.times {
                let mut one = ring(body, &mut noise, time > 0);
                let jitter = if body.times > 1 {
                    0.5 + 0.5 * noise.next()
                } else {
                    0.0
                };
                let at = f32::from(body.at) + f32::from(body.gap) * (f32::from(time) + jitter);
                let start = (at * RATE / 1000.0) as usize;
                sound.resize(sound.len().max(start + one.len()), 0.0);
                // A crowd begins and ends softly.
                let fade = 1.0 - f32::from(time) / f32::from(body.times);
                for (sum, part) in sound[start..].iter_mut().zip(one.drain(..)) {
                    *sum += part * fade;
                }
            }
        }
        sound
    }
}

/// A body that rings once, as loud as it shall be. Hands that clap again clap a little differently.
fn ring(body: &Body, noise: &mut Noise, again: bool) -> Vec<f32> {
    let pitch = f32::from(body.pitch) * if again { 1.0 + 0.3 * noise.next() } else { 1.0 };
    let millisecond = RATE / 1000.0;
    let (ring, brush) = (
        f32::from(body.ring) * millisecond,
        f32::from(body.brush) * millisecond,
    );
    // A thousandth is silence.
    let decay = (-6.9 / ring).exp();
    let back = 2.0 * decay * (std::f32::consts::TAU * pitch / RATE).cos();
    let (mut last, mut before) = (0.0_f32, 0.0_f32);
    let mut most = 0.001_f32;
    let mut samples: Vec<f32> = (0..(ring + brush) as usize)
        .map(|index| {
            let index = index as f32;
            let blow = match index {
                0.0 => 1.0,
                _ if index < brush => noise.next() * (1.0 - index / brush),
                _ => 0.0,
            };
            let now = blow + back * last - decay * decay * before;
            (before, last) = (last, now);
            most = most.max(now.abs());
            now
        })
        .collect();
    let loud = f32::from(body.loud) / 100.0 / most;
    for sample in &mut samples {
        *sample *= loud;
    }
    samples
}

/// Noise between -1 and 1, the same every time.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / (u32::MAX / 2) as f32 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loudest(samples: &[f32]) -> f32 {
        samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
    }

    #[test]
    fn every_sound_is_heard_never_distorts_and_ends_in_silence() {
        for sound in Sound::ALL {
            let samples = sound.samples();
            assert!(samples.iter().all(|sample| sample.is_finite()), "{sound:?}");
            let most = loudest(&samples);
            assert!((0.1..1.0).contains(&most), "{sound:?} is {most} loud");
            let end = &samples[samples.len() - 40..];
            assert!(
                loudest(end) < 0.01,
                "{sound:?} ends with a click of {}",
                loudest(end)
            );
            let seconds = samples.len() as f32 / RATE;
            assert!(seconds < 2.2, "{sound:?} takes {seconds} s");
        }
    }

    #[test]
    fn what_happens_often_is_short() {
        for sound in [Sound::Knock, Sound::Pencil, Sound::Card] {
            assert!((sound.samples().len() as f32) < 0.25 * RATE, "{sound:?}");
        }
    }

    #[test]
    fn a_struck_body_has_its_pitch() {
        let body = struck(0, 500, 400, 50);
        let samples = ring(&body, &mut Noise(1), false);
        let upward = samples.windows(2).filter(|pair| pair[0] <= 0.0 && pair[1] > 0.0);
        let seconds = samples.len() as f32 / RATE;
        let pitch = upward.count() as f32 / seconds;
        assert!((pitch - 500.0).abs() < 10.0, "{pitch}");
    }

    #[test]
    fn no_two_sounds_are_alike() {
        for (index, one) in Sound::ALL.into_iter().enumerate() {
            for other in &Sound::ALL[..index] {
                assert_ne!(one.samples(), other.samples(), "{one:?} and {other:?}");
            }
        }
    }
}
