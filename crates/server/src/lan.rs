//! How devices in the same network get here.

use std::net::{IpAddr, SocketAddr};

/// The addresses of this machine that devices beside it may know, the likeliest first.
pub fn addresses() -> Vec<IpAddr> {
    let mut found: Vec<IpAddr> = interfaces();
    found.retain(|address| match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        // What a phone is shown has to be typed sometimes: addresses of that length are no help.
        IpAddr::V6(_) => false,
    });
    // Home and school networks first.
    found.sort_by_key(|address| match address {
        IpAddr::V4(address) => (!address.is_private(), address.octets()[0] != 192),
        IpAddr::V6(_) => (true, true),
    });
    found.dedup();
    found
}

#[cfg(unix)]
fn interfaces() -> Vec<IpAddr> {
    let Ok(interfaces) = nix::ifaddrs::getifaddrs() else { return Vec::new() };
    let address = |interface: nix::ifaddrs::InterfaceAddress| {
        let address = interface.address?;
        address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()))
    };
    interfaces.filter_map(address).collect()
}

#[cfg(not(unix))]
fn interfaces() -> Vec<IpAddr> {
    // Nothing is sent: this only asks which way it would go.
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0)).and_then(|socket| {
        socket.connect(("192.0.2.1", 9))?;
        socket.local_addr()
    });
    socket.map(|address| vec![address.ip()]).unwrap_or_default()
}

/// What this machine is called in its own network.
pub fn local_name() -> Option<String> {
    #[cfg(unix)]
    let name = nix::unistd::gethostname().ok()?.into_string().ok()?;
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok()?;
    let name = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    (!name.is_empty()).then(|| format!("{name}.local"))
}

/// What is said to whoever has started the server; for a local network with a QR code, on a terminal in its colours.
pub fn welcome(port: u16, lan: Option<bool>, public_url: Option<&str>) -> String {
    let here = SocketAddr::from(([127, 0, 0, 1], port)).to_string().replace("127.0.0.1", "localhost");
    let mut lines = vec![format!("Divisor Duel is at http://{here}")];
    lines.extend(public_url.map(|url| format!("and, through its proxy, at {url}")));
    if let Some(is_terminal) = lan {
        lines.extend(for_the_network(port, is_terminal));
    } else if public_url.is_none() {
        lines.push("Only this machine can reach it; --lan lets the local network in.".into());
    }
    lines.push("Stop it with Ctrl-C. Games are kept.".into());
    lines.join("\n") + "\n"
}

fn for_the_network(port: u16, is_terminal: bool) -> Vec<String> {
    let links: Vec<String> = addresses().iter().map(|address| format!("http://{address}:{port}")).collect();
    let Some((first, others)) = links.split_first() else {
        return vec!["This machine seems to be in no network: connect it to one, and start again.".into()];
    };
    let mut lines = vec![format!("Other devices in this network open {first}"), String::new()];
    lines.extend(qr(first, is_terminal));
    lines.push(String::new());
    for other in others {
        lines.push(format!("or {other}"));
    }
    lines.extend(local_name().map(|name| format!("or, where names work, http://{name}:{port}")));
    lines.push(String::new());
    lines.push("If a device cannot see it: is it in the same network, and not in a guests' one?".into());
    lines.push(format!("Does this machine's firewall let port {port} in? Some schools keep devices apart:"));
    lines.push("then a phone's hotspot for both helps.".into());
    lines
}

/// A QR code in half blocks, on a terminal dark on light whatever its colours are.
fn qr(text: &str, is_terminal: bool) -> Vec<String> {
    let Ok(code) = qrcode::QrCode::new(text) else { return Vec::new() };
    let width = code.width();
    let colors = code.to_colors();
    let is_dark = |x: isize, y: isize| {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
        x < width && y < width && colors[y * width + x] == qrcode::Color::Dark
    };
    let end = width as isize + 2;
    (-2..end)
        .step_by(2)
        .map(|y| {
            let row: String = (-2..end)
                .map(|x| match (is_dark(x, y), is_dark(x, y + 1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                })
                .collect();
            if is_terminal { format!("\u{1b}[30;107m{row}\u{1b}[0m") } else { row }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_starts_it_is_told_how_to_get_there() {
        let alone = welcome(8017, None, None);
        assert!(alone.starts_with("Divisor Duel is at http://localhost:8017\n"));
        assert!(alone.contains("--lan"));
        assert!(welcome(8017, Some(false), None).contains("network"));
        assert!(welcome(8017, None, Some("https://duel.example")).contains("https://duel.example"));
    }

    #[test]
    fn a_code_has_its_quiet_edge() {
        let rows = qr("http://192.168.1.20:8017", false);
        assert!(rows.first().unwrap().contains("    "));
        assert!(rows.iter().all(|row| row.chars().count() == rows[0].chars().count()));
    }
}
